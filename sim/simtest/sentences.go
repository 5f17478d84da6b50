package simtest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// mostWords is how many words a reader takes in at once.
const mostWords = 40

// LongSentences returns the sentences of a text that have more than 40 words, each with its number
// of words. The text is prose as a doc comment or a help text has it:
//
//   - A blank line ends a sentence. Indented lines are code or a table, and are left out.
//   - Each item of a list is a sentence, whether it begins with "- " or follows a colon and ends
//     with a semicolon. So is what stands between commas after a colon with at most three words
//     before it, as in "Left out: waves, currents."
//   - A full stop inside a number, a name or an abbreviation ends nothing.
//   - A word has a letter. Code in backquotes is one word, and so is a citation, which is what stands
//     in brackets with a year.
func LongSentences(text string) []string {
	var long []string
	eachSentence(text, func(sentence string, n int) {
		if n > mostWords {
			long = append(long, fmt.Sprintf("%d words: %s", n, sentence))
		}
	})
	return long
}

// SentenceLengths returns the number of words of each sentence of a text that has any.
func SentenceLengths(text string) []int {
	var all []int
	eachSentence(text, func(_ string, n int) {
		if n > 0 {
			all = append(all, n)
		}
	})
	return all
}

// Avoided returns the words of a text that a newcomer cannot search for, because they are metaphors or stand in an unusual
// sense. Line of sight is a term of the field, and turbid-harbour and a word before a colon are values of keys.
func Avoided(text string) []string {
	text = regexp.MustCompile(`(?i)line[- ]of[- ]sight|turbid-harbour|[\w-]+: `).ReplaceAllString(text, "")
	return regexp.MustCompile(`(?i)\b(harbours?|crews?|sabotage|carr(y|ies|ied)|moor|guests?|sights?|astray|blame|audience|outlook|`+
		`hearers|youngest|a unit is due)\b`).FindAllString(text, -1)
}

// eachSentence calls a function for each sentence of a text, with the number of its words.
func eachSentence(text string, do func(sentence string, words int)) {
	for _, paragraph := range paragraphs(text) {
		for _, sentence := range sentences(paragraph) {
			for _, part := range items(sentence) {
				do(part, countWords(part))
			}
		}
	}
}

// paragraphs returns the paragraphs and the items of a text, each on one line.
func paragraphs(text string) []string {
	item := regexp.MustCompile(`^ *([-*•]|[0-9]+[.)]) `)
	code := regexp.MustCompile(`^(\t|  )`)
	var out, lines []string
	end := func() {
		if len(lines) > 0 {
			out = append(out, strings.Join(lines, " "))
		}
		lines = nil
	}
	inItem := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\n")
		switch {
		case line == "":
			end()
			inItem = false
		case item.MatchString(line):
			end()
			lines, inItem = append(lines, item.ReplaceAllString(line, "")), true
		case code.MatchString(line) && !inItem:
			end()
		default:
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	end()
	return out
}

// sentences cuts a paragraph where a full stop or another mark ends a sentence. Citations and code are
// one word each by then.
func sentences(paragraph string) []string {
	paragraph = regexp.MustCompile("`[^`]*`").ReplaceAllString(paragraph, "code")
	paragraph = regexp.MustCompile(`\([^()]*\b(1[89]|20)[0-9]{2}\b[^()]*\)`).ReplaceAllString(paragraph, "(citation)")
	words := strings.Fields(paragraph)
	var out []string
	begin := 0
	for i, word := range words {
		if i == len(words)-1 || ends(word, words[i+1]) {
			out = append(out, strings.Join(words[begin:i+1], " "))
			begin = i + 1
		}
	}
	return out
}

// ends tells whether a word is the last of a sentence, by the word behind it.
func ends(word, next string) bool {
	bare := strings.TrimRight(word, `)"']`)
	if !strings.HasSuffix(bare, ".") && !strings.HasSuffix(bare, "?") && !strings.HasSuffix(bare, "!") {
		return false
	}
	stem := strings.TrimLeft(strings.TrimSuffix(bare, "."), `("'[`)
	if len([]rune(stem)) == 1 && unicode.IsUpper([]rune(stem)[0]) || isDotted(stem) {
		return false // an initial, or an abbreviation such as e.g.
	}
	abbreviations := []string{
		"Acoust", "al", "Am", "approx", "ca", "cf", "Chem", "Commun", "Comput", "Conf", "Dr", "ed", "Eng", "eq", "eqs",
		"Fig", "fig", "Int", "Math", "no", "Oper", "p", "pp", "Proc", "Res", "Rev", "sec", "Soc", "Symp", "Trans", "Univ", "vol", "vs",
	}
	if slices.Contains(abbreviations, stem) {
		return false
	}
	first := []rune(strings.TrimLeft(next, `("'[`))
	return len(first) == 0 || !unicode.IsLower(first[0]) || strings.HasSuffix(next, ":")
}

// isDotted tells whether a text is one or two letters at a time between full stops, as e.g and M.Sc.
func isDotted(text string) bool {
	parts := strings.Split(text, ".")
	return len(parts) > 1 && !slices.ContainsFunc(parts, func(p string) bool {
		return len(p) == 0 || len(p) > 2 || strings.IndexFunc(p, func(r rune) bool { return !unicode.IsLetter(r) }) >= 0
	})
}

// items cuts a sentence into what stands before a colon and the items behind it.
func items(sentence string) []string {
	lead, list, ok := strings.Cut(sentence, ": ")
	if !ok {
		return []string{sentence}
	}
	separator := "; "
	if !strings.Contains(list, separator) && countWords(lead) <= 3 {
		separator = ", "
	}
	if !strings.Contains(list, separator) {
		return []string{sentence}
	}
	return append([]string{lead}, strings.Split(list, separator)...)
}

// countWords counts the words that have a letter.
func countWords(text string) int {
	n := 0
	for _, word := range strings.Fields(text) {
		if strings.IndexFunc(word, unicode.IsLetter) >= 0 {
			n++
		}
	}
	return n
}
