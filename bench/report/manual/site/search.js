"use strict";

// Words that say nothing about what is looked for.
const manualStops = new Set("a an and are as at be by can do does for from how i if in into is it its me my no of on one or should so that the then this to use want was what when where which who why will with you your".split(" "));

// manualStem returns what the forms of a word have in common: losses and loss, drifting and drift, simulation and simulate.
function manualStem(word) {
  let w = word;
  if (w.length < 4 || /\d/.test(w)) return w;
  if (/ies$/.test(w) && w.length > 4) w = w.slice(0, -3) + "y";
  else if (/(ss|x|z|ch|sh)es$/.test(w)) w = w.slice(0, -2);
  else if (/[^su]s$/.test(w)) w = w.slice(0, -1);
  const before = w;
  if (/[aeiouy].*ing$/.test(w) && w.length > 5) w = w.slice(0, -3);
  else if (/[aeiouy].*ed$/.test(w) && w.length > 4) w = w.slice(0, -2);
  else if (/[aeiouy].*[st]ion$/.test(w) && w.length > 6) w = w.slice(0, -3);
  if (w !== before && /([^aeiouls])\1$/.test(w)) w = w.slice(0, -1);
  return w.length > 3 ? w.replace(/e$/, "") : w;
}

// manualWords returns the stems of a text, in its order.
function manualWords(text) {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) || []).map(manualStem);
}

// manualPrepare counts the words of each section: those of a title for most, then those of a heading, then those of the text.
function manualPrepare(sections) {
  const in_ = new Map();
  const all = sections.map((s) => {
    const weights = new Map();
    const add = (text, weight, most) => {
      for (const w of manualWords(text)) weights.set(w, Math.min((weights.get(w) || 0) + weight, most));
    };
    add(s.x, 1, 3);
    add(s.h || "", 6, 9);
    add(s.t, s.h ? 2 : 9, 12);
    for (const w of weights.keys()) in_.set(w, (in_.get(w) || 0) + 1);
    return { section: s, weights };
  });
  return { all, in: in_ };
}

// manualFind returns the sections that have most of what is asked for, best first. A word in many sections says little, and the last
// word may be one that is not written to its end.
function manualFind(prepared, query, most) {
  const asked = [...new Set(manualWords(query).filter((w) => !manualStops.has(w)))];
  if (!asked.length) return [];
  const begun = asked[asked.length - 1];
  const scored = [];
  for (const { section, weights } of prepared.all) {
    let score = 0, met = 0;
    for (const w of asked) {
      let weight = weights.get(w) || 0, spread = prepared.in.get(w) || 1;
      if (!weight && w === begun && w.length > 2) {
        for (const [other, its] of weights) {
          if (other.startsWith(w) && its / 4 > weight) { weight = its / 4; spread = prepared.in.get(other); }
        }
      }
      if (!weight) continue;
      met++;
      score += weight * Math.log(1 + prepared.all.length / spread);
    }
    if (met) scored.push({ section, score: score * (met / asked.length) ** 2 });
  }
  return scored.sort((a, b) => b.score - a.score).slice(0, most).map((f) => f.section);
}

// manualSnippet returns the part of a text where the first of the words stands.
function manualSnippet(text, query) {
  const asked = manualWords(query).filter((w) => !manualStops.has(w));
  let at = -1;
  for (const m of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    if (asked.includes(manualStem(m[0]))) { at = m.index; break; }
  }
  const from = Math.max(0, at - 40), begin = from ? text.indexOf(" ", from) + 1 : 0;
  return (begin ? "… " : "") + text.slice(begin, begin + 150) + (begin + 150 < text.length ? " …" : "");
}

// manualStart has the field of a page search while one types.
function manualStart() {
  const form = document.getElementById("_search"), field = document.getElementById("_query"), list = document.getElementById("_results");
  let prepared = null, chosen = 0;
  form.hidden = false;
  const choose = (i) => {
    const links = list.querySelectorAll("a");
    if (!links.length) return;
    chosen = (i + links.length) % links.length;
    links.forEach((a, n) => a.classList.toggle("chosen", n === chosen));
    links[chosen].scrollIntoView({ block: "nearest" });
  };
  const show = () => {
    prepared = prepared || manualPrepare(manualSections);
    list.replaceChildren();
    list.hidden = !field.value.trim();
    if (list.hidden) return;
    const found = manualFind(prepared, field.value, 12);
    for (const s of found) {
      const item = document.createElement("li"), link = document.createElement("a"), text = document.createElement("small");
      link.href = s.a;
      link.textContent = s.h ? s.h + " - " + s.t : s.t;
      text.textContent = manualSnippet(s.x, field.value);
      link.append(text);
      item.append(link);
      list.append(item);
    }
    if (!found.length) {
      const item = document.createElement("li"), text = document.createElement("p");
      text.textContent = "No page has these words. Try fewer, or others.";
      item.append(text);
      list.append(item);
    }
    choose(0);
  };
  field.addEventListener("input", show);
  field.addEventListener("focus", show);
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    const links = list.querySelectorAll("a");
    if (links.length) { list.hidden = true; location.href = links[chosen].href; }
  });
  form.addEventListener("keydown", (e) => {
    if (e.key === "ArrowDown" || e.key === "ArrowUp") { e.preventDefault(); choose(chosen + (e.key === "ArrowDown" ? 1 : -1)); }
    if (e.key === "Escape") { list.hidden = true; field.blur(); }
  });
  list.addEventListener("click", () => { list.hidden = true; });
  document.addEventListener("click", (e) => { if (!form.contains(e.target)) list.hidden = true; });
  document.addEventListener("keydown", (e) => {
    if (e.key === "/" && !e.ctrlKey && !e.metaKey && !e.altKey && document.activeElement !== field) { e.preventDefault(); field.focus(); }
  });
}

// manualHere has the list of pages show the one that is read.
function manualHere() {
  const here = document.querySelector("nav [aria-current]"), list = here?.closest(".pages");
  if (list) list.scrollTop = here.offsetTop - list.clientHeight / 3;
}

manualStart();
manualHere();
