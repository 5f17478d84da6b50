package cli

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"halocline/cmd/command"
	"halocline/scenarios"
)

// budgetOf runs the command in this process.
func budgetOf(args ...string) (out, diagnostics string, code int) {
	var o, d bytes.Buffer
	code = Run(context.Background(), scenarios.Standard(), append([]string{"link"}, args...), command.Streams{Out: &o, Err: &d})
	return o.String(), d.String(), code
}

// words splits a command line; none of the tests needs quotes.
func words(line string) []string { return strings.Fields(line) }

// linkNumbers returns what the command prints as JSON.
func linkNumbers(t *testing.T, line string) map[string]float64 {
	t.Helper()
	out, diagnostics, code := budgetOf(append(words(line), "--json")...)
	if code != command.OK {
		t.Fatalf("%s: exit code %d, %s", line, code, diagnostics)
	}
	var numbers map[string]float64
	if err := json.Unmarshal([]byte(out), &numbers); err != nil {
		t.Fatalf("%s: %v in %s", line, err, out)
	}
	return numbers
}

// thesis is the acoustic link of Erdemir 2018 at 50 m, thetisModem that of
// the simulator Thetis.
const (
	thesis      = "acoustic --frequency 100kHz --range 50m --spreading 1.5 --absorption thorp --power 4.5W --threshold 0.0019W"
	thetisModem = "acoustic --frequency 33kHz --bandwidth 6kHz --source-level 177dB --threshold 15dB --absorption sulfate " +
		"--spreading 2 --noise thetis --wind 5kn"
)

func TestLinkNumbers(t *testing.T) {
	for _, c := range []struct {
		line, name   string
		want, within float64
	}{
		// Quoted for this link; 4.5 W less the loss; 1 - exp(-threshold/mean); 50 m
		// over 1500 m/s; 512 bit at 10 kbit/s.
		{thesis, "transmission_loss_db", 27.188, 0.0005},
		{thesis, "absorption_db_per_km", 34.069, 0.0005},
		{thesis, "p_receive_w", 4.5 * math.Pow(10, -2.7188), 1e-6},
		{thesis + " --fading rayleigh", "outage", 1 - math.Exp(-0.0019/(4.5*math.Pow(10, -2.7188))), 1e-4},
		{thesis, "delay_s", 50.0 / 1500, 1e-12},
		{thesis + " --bits 512bit --rate 10kbps", "airtime_s", 0.0512, 1e-12},
		{"acoustic --preset evologics-s2c-48-78 --range 50m --bits 512bit", "p_receive_w", 4.5 * math.Pow(10, -2.7188), 1e-6},
		{"acoustic --preset evologics-s2c-48-78 --power 9W --range 50m", "p_receive_w", 9 * math.Pow(10, -2.7188), 2e-6},
		// Stated by the authors of Thetis.
		{thetisModem, "max_range_m", 1900, 1},
		// Mackenzie 1981, Chen and Millero 1977 (10000 dbar lie at 9699.8405 m at 45
		// degrees by Fofonoff and Millard's equation 25, computed with mpmath), and
		// constants.
		{"acoustic --frequency 10kHz --sound-speed mackenzie --temperature 25degC --salinity 35psu --depth 1000m", "sound_speed_mps", 1550.744, 0.0005},
		{"acoustic --frequency 10kHz --sound-speed unesco --temperature 40degC --salinity 40psu --depth 9699.8405m", "sound_speed_mps", 1731.995, 0.001},
		{"acoustic --frequency 10kHz --sound-speed 1480m/s --range 148m", "delay_s", 0.1, 1e-12},
		// The other absorption formulas, as the tests of their package have them from
		// their authors; fresh water by hand, 1e4 (4.937 - 2.59 + 0.911 - 0.15)e-4.
		{"acoustic --frequency 100kHz --absorption francois-garrison --salinity 0psu --temperature 10degC", "absorption_db_per_km", 3.108, 1e-9},
		{"acoustic --frequency 100kHz --absorption francois-garrison --temperature 10degC", "absorption_db_per_km", 33.6, 0.05},
		{"acoustic --frequency 10kHz --absorption fisher-simmons --temperature 4degC --depth 5km", "absorption_db_per_km", 0.52, 0.005},
		{"acoustic --frequency 38kHz --absorption ainslie-mccolm --temperature 10degC --depth 50m", "absorption_db_per_km", 10.298, 0.0005},
		// By hand: 170.8 + 10 log 100 + 3 less 20 log 1000 and what the sulfate absorbs
		// at 1 kHz, 44/4101 dB/km; flat noise of 50 dB in 100 Hz is 70 dB.
		{"acoustic --frequency 1kHz --range 1km --power 100W --directivity 3dB --spreading 2 --absorption sulfate", "received_level_db", 133.8 - 44.0/4101, 1e-9},
		{"acoustic --frequency 1kHz --bandwidth 100Hz --noise 50dB", "noise_band_db", 70, 1e-9},
		{"acoustic --frequency 1kHz --noise 50dB", "noise_psd_db", 50, 1e-12},
		{"acoustic --frequency 1kHz --range 100m --power 1W --threshold 1mW --noise 1uW --spreading 2 --absorption sulfate", "snr_db", 20 - 0.1*44.0/4101, 1e-9},
		// By hand: 0.5 exp(-g/2) at g = SNR B/R, B = 10 R, and an SNR of 0 dB after the
		// 0.0000107 dB that 1 m absorbs.
		{"acoustic --frequency 1kHz --range 1m --bandwidth 100Hz --rate 10bps --noise 50dB --source-level 70.0000107dB --modulation fsk --absorption sulfate", "ber", 0.5 * math.Exp(-5), 1e-8},
		// The threshold is that of the error model, too: a margin of 1 dB or of -1 dB.
		{"acoustic --frequency 1kHz --range 1m --bandwidth 100Hz --bits 8bit --noise 50dB --source-level 80dB --modulation threshold --threshold 9dB", "per", 0, 0},
		{"acoustic --frequency 1kHz --range 1m --bandwidth 100Hz --bits 8bit --noise 50dB --source-level 80dB --modulation threshold --threshold 11dB", "per", 1, 0},
		// Quoted for this link; the rest computed with mpmath, see the tests of phy/rf.
		{"rf --frequency 10MHz --conductivity 0.01S/m --permittivity 80", "attenuation_np_per_m", 0.2093, 5e-5},
		{"rf --frequency 10MHz --conductivity 0.01S/m", "attenuation_db_per_m", 1.818, 5e-4},
		{"rf --frequency 10MHz --conductivity 0.01S/m --range 10m --power 3W --threshold 0.002W", "p_receive_w", 0.045622665, 1e-8},
		{"rf --frequency 10MHz --conductivity 100uS/cm --power 3W --threshold 2mW", "max_range_m", 17.470819739, 1e-6},
		{"rf --preset wfs-seatooth-s300 --conductivity 0.01S/m", "max_range_m", 17.470819739, 1e-6},
		{"rf --frequency 10MHz --conductivity 0.01S/m --power 20dBm --range 10m", "p_receive_w", 0.1 * math.Pow(10, -1.817940604), 1e-10},
		{"rf --frequency 10MHz --conductivity 0.01S/m --range 10m --loss friis", "path_loss_db", 49.71189304, 1e-6},
		// C(35,15,0) of the practical salinity scale.
		{"rf --frequency 10kHz --temperature 15degC --salinity 35psu", "conductivity_s_per_m", 4.2914, 1e-5},
	} {
		got, ok := linkNumbers(t, c.line)[c.name]
		if !ok || !(math.Abs(got-c.want) <= c.within) {
			t.Errorf("%s: %s is %.10g, want %.10g", c.line, c.name, got, c.want)
		}
	}
}

// The names are a promise: all of them where everything is known, in decibels, in
// watts, and for radio.
func TestLinkNames(t *testing.T) {
	const always = "frequency_hz range_m absorption_db_per_km spreading_loss_db absorption_loss_db transmission_loss_db sound_speed_mps delay_s "
	const frames = " --rate 100bps --bits 512bit --modulation dpsk --fading rayleigh"
	for line, names := range map[string]string{
		thetisModem + " --range 1km" + frames:             always + "received_level_db noise_psd_db noise_band_db snr_db margin_db max_range_m outage airtime_s ber per",
		thesis + " --bandwidth 1kHz --noise 1uW" + frames: always + "p_receive_w snr_db margin_db max_range_m outage airtime_s ber per",
		thesis: always + "p_receive_w margin_db max_range_m",
		"rf --frequency 10MHz --conductivity 0.01S/m --range 10m --power 3W --threshold 0.002W": "attenuation_np_per_m attenuation_db_per_m path_loss_db " +
			"skin_depth_m wavelength_m phase_velocity_mps delay_s loss_tangent conductivity_s_per_m p_receive_w margin_db max_range_m",
	} {
		got := linkNumbers(t, line)
		want := words(names)
		for _, name := range want {
			if _, ok := got[name]; !ok {
				t.Errorf("%s: %s is missing", line, name)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d names, want %d: %v", line, len(got), len(want), got)
		}
	}
}

func TestLinkFaults(t *testing.T) {
	const f = "acoustic --frequency 100kHz "
	for _, c := range []struct{ line, want string }{
		{"", "which link? acoustic or rf"},
		{"sonic", `unknown link "sonic"; known: acoustic, rf`},
		{"acoustic", "--frequency is missing; write a frequency such as 100kHz"},
		{"acoustic --frequency 0Hz", `--frequency: 0Hz is out of range; write more than 0Hz`},
		{"acoustic --frequency NaN", `"NaN" is not a number as it is written here; write a frequency such as 100kHz`},
		{"acoustic --frequency 1e999Hz", "is too long, or beyond 1e60"},
		{"acoustic --frequency 5m", "5m is a length; write a frequency such as 100kHz"},
		{"acoustic --frequency 100", "100 has no unit; write a frequency such as 100kHz"},
		{"acoustic --frequency 100kHx", `unknown unit "kHx"; did you mean "kHz"?`},
		{f + "--range -5m", `--range: -5m is out of range; write at least 0m`},
		{f + "--spreading 4", `--spreading: 4 is out of range; write at least 0 and at most 3`},
		{f + "--absorption thorpe", `unknown name "thorpe"; did you mean "thorp"?`},
		{f + "--sound-speed mackenzi", `unknown name "mackenzi"; did you mean "mackenzie"?; or a number with its unit, in m/s`},
		{f + "--sound-speed 1500", "1500 has no unit; write a speed of at least 1300m/s and at most 1900m/s"},
		{f + "--noise wens", `unknown name "wens"; did you mean "wenz"?; or a number with its unit, in dB or W`},
		{f + "--threshold 5m", "5m is a length; write a level of at least -60dB and at most 60dB or a power such as 4.5W"},
		{f + "--bits 1.5bit", "write a whole number of bits"},
		{f + "--modulation qam", `--modulation: unknown model "qam"`},
		{f + "--modulation {type:table,file:none.csv} --range 5m", "--modulation: "},
		{f + "--fading ricean", `--fading: unknown model "ricean"; did you mean "rician"?`},
		{f + "--preset s2c", `--preset: unknown model "s2c"`},
		{f + "--bandwidth 200kHz", "--bandwidth: 200000 Hz around 100000 Hz is given; the whole band must lie above 0 Hz"},
		{f + "--power 1W --source-level 190dB", "--source-level and --power both say how loud the source is"},
		{f + "--directivity 3dB --source-level 190dB", "--directivity goes with --power"},
		{f + "--threshold 1W --source-level 190dB", "--threshold 1W makes the budget one in watts, and --source-level 190dB one in decibels"},
		{f + "--threshold 1W --wind 5kn", "--threshold 1W makes the budget one in watts, and --wind 5kn one in decibels"},
		{f + "--noise 1W --threshold 10dB", "--noise 1W makes the budget one in watts, and --threshold 10dB one in decibels"},
		{f + "--noise 50dB --wind 3m/s", "--wind does nothing to a level"},
		{f + "--noise thetis --shipping 0.5", "--shipping 0.5: with --noise thetis, write 1 to 7"},
		{f + "--noise wenz --shipping 2", "--shipping 2: with --noise wenz, write 0 to 1"},
		{f + "--csv --json", "--json and --csv are two forms of the same"},
		{f + "--plot x.svg", "--plot draws a sweep; give --sweep"},
		{f + "--show snr_db", "--show chooses what a sweep shows; give --sweep"},
		{f + "--sweep range", "--sweep range: write flag=from:to:count, with log behind it for even ratios"},
		{f + "--sweep rang=1m:2m:3lin", `unknown quantity "rang"; did you mean "range"?`},
		{f + "--sweep absorption=1m:2m:3lin", `unknown quantity "absorption"`},
		{f + "--sweep range=1m:2m:3linlog", `"3linlog" is given; write a count from 2 to 10000, with lin or log behind it`},
		{f + "--sweep range=1m:2m:1lin", `"1lin" is given; write a count from 2 to 10000`},
		{f + "--sweep range=1m:2s:3lin", "2s is a duration; write a length such as 20m"},
		{f + "--sweep range=1m:-2m:3lin", "-2m is out of range; write at least 0m"},
		{f + "--sweep threshold=1dB:2W:3lin", "1dB and 2W are not of one kind"},
		{f + "--sweep range=1m:1m:3lin", "the sweep ends where it begins"},
		{f + "--sweep range=0m:2m:3log", "a logarithmic sweep has both ends above 0"},
		{f + "--sweep range=1m:2m:3log --show snr", `--show: unknown number "snr"`},
		{f + "--sweep range=1m:2m:3log --show snr_db", "--show: snr_db needs --bandwidth and --source-level"},
		{f + "--sweep range=1m:2m:3log --show delay_s,transmission_loss_db --plot x.svg", "--show: delay_s is in s and transmission_loss_db is in dB; a figure has one axis, so draw them apart"},
		{"acoustic --preset plain --sweep range=1m:2m:3 --show snr_db,per --bits 8bit --plot x.svg", "snr_db is in dB and per has no unit; a figure has one axis"},
		{"acoustic --preset plain --sweep range=1m:2m:3 --show received_level_db,snr_db --plot x.svg", "received_level_db is in dB re 1 uPa and snr_db is in dB; a figure has one axis, so draw them apart; " +
			"or draw --show received_level_db,noise_band_db, between which the SNR lies"},
		{f + "--sweep range=1m:2m:3log --plot x.svg", "--plot: snr_db needs --bandwidth and --source-level; or choose a number with --show, such as transmission_loss_db"},
		{f + "--threshold 1W --sweep range=1m:2m:3log --plot x.svg", "--plot: p_receive_w needs --power; or choose"},
		{"rf --frequency 1MHz --conductivity 1S/m --sweep range=1m:2m:3log --plot x.svg", "--plot: p_receive_w needs --power; or choose a number with --show, such as path_loss_db"},
		{"rf --frequency 1MHz --sweep conductivity=1S/m:2S/m:3log --plot x.svg", "--plot: p_receive_w needs --range and --power; or choose a number with --show, such as attenuation_db_per_m"},
		{f + "--range 2km --sweep range=1m:2m:3log", "--sweep range=1m:2m:3log: --range 2km is given too; leave one of the two out"},
		{"rf --conductivity 1S/m --frequency 1MHz --sweep frequency=1MHz:2MHz:3log", "--frequency 1MHz is given too"},
		{"rf --frequency 1MHz --temperature 10degC --salinity 0psu", "--salinity 0psu: the conductivity of fresh water does not follow from its salinity; give --conductivity, such as 0.01S/m, or a small salinity"},
		{f + "--sweep range=1m:2m:3log --show delay_s --plot x.gif", `--plot x.gif: figure format "gif" is not known; there are svg, png, pdf`},
		{f + "--sweep range=1m:2m:3log --show delay_s --plot -", `--plot -: figure format "" is not known`},
		{"acoustic --frequency 11MHz", "11MHz is out of range; write more than 0Hz and at most 10MHz"},
		{"acoustic --preset wifi-2400mhz --range 1m", "--preset: the modem sends at 2.4 GHz, which is no sound; see halocline link rf"},
		{"acoustic --preset wfs-seatooth-s300 --range 1m", "--preset: the modem sends at 10 MHz, which is no sound"},
		{f + "--sweep range=1m:2m:3log --show delay_s --plot no/such/folder/x.svg", "--plot no/such/folder/x.svg: there is no folder no/such/folder; make it first"},
		{"rf --conductivity 1S/m", "--frequency is missing; write a frequency such as 10MHz"},
		{"rf --frequency 1MHz", "--conductivity is missing; write a conductivity such as 0.01S/m, or --temperature and --salinity"},
		{"rf --frequency 1MHz --salinity 3psu", "--temperature is missing"},
		{"rf --frequency 1MHz --salinity 3psu --conductivity 1S/m", "--conductivity is given beside --temperature or --salinity"},
		{"rf --frequency 1MHz --conductivity 1S/m --loss friss", `unknown name "friss"; did you mean "friis"?`},
		{"rf --preset plain --conductivity 1S/m", "--preset: the modem's link budget is in dB re 1 uPa"},
	} {
		out, diagnostics, code := budgetOf(words(c.line)...)
		if code != command.BadInput || !strings.Contains(diagnostics, c.want) || out != "" || strings.Count(diagnostics, "\n") != 1 {
			t.Errorf("link %s: exit code %d, output %q, diagnostics %q; want one line with %q", c.line, code, out, diagnostics, c.want)
		}
	}
}

// The help says what a newcomer would take for granted: that radio has no noise here, and what its law leaves out. That of sound
// names the page that has this. Its examples sweep and draw.
func TestLinkHelp(t *testing.T) {
	for line, wants := range map[string][]string{
		"--help":          {"--plot snr.svg", "--show received_level_db,noise_band_db --plot levels.svg"},
		"acoustic --help": {"halocline docs output explains the flags"},
		"rf --help":       {"There is no noise of radio here,\nand so no SNR", "leaves out all spreading of\na real antenna", "Fresh water needs its --conductivity"},
	} {
		out, _, code := budgetOf(words(line)...)
		for _, want := range wants {
			if code != command.OK || !strings.Contains(out, want) {
				t.Errorf("link %s: exit code %d, %q is not in\n%s", line, code, want, out)
			}
		}
	}
}

// What is left out is named, with the flags that it needs.
func TestLinkSaysWhatIsMissing(t *testing.T) {
	out, diagnostics, code := budgetOf(words("acoustic --frequency 10kHz --range 1km")...)
	if code != command.OK || diagnostics != "" {
		t.Errorf("exit code %d, diagnostics %q", code, diagnostics)
	}
	for _, want := range []string{
		"not computed:\n  for want of --source-level: received_level_db\n",
		"for want of --bandwidth: noise_band_db\n",
		"for want of --bandwidth and --source-level: snr_db\n",
		"for want of --bandwidth and --source-level and --threshold: margin_db, max_range_m\n",
		"for want of --rate and --bits: airtime_s\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	out, diagnostics, _ = budgetOf(words("rf --frequency 10MHz --conductivity 0.01S/m --loss friis --power 3W --json")...)
	if want := "not computed for want of --range: path_loss_db, delay_s, p_receive_w; "; !strings.HasPrefix(diagnostics, want) {
		t.Errorf("diagnostics %q, want %q", diagnostics, want)
	}
	if strings.Contains(out, "not computed") || strings.Contains(out, "p_receive_w") {
		t.Errorf("in JSON: %s", out)
	}
}

// Outside of the range of a formula it still computes, says so, and names the formulas
// that hold there: Thorp's holds below 50 kHz and near 4 degC, Fisher and Simmons's from
// 32 psu, Ainslie and McColm's from 5 psu, Mackenzie's from 25 psu, the far field of
// radio from wavelength / 2 pi. In fresh water only Francois and Garrison's is left, and
// beyond 1 MHz none.
func TestLinkWarns(t *testing.T) {
	const (
		thesisWarns = "thorp: frequency 100 kHz is outside the formula's range, 0.4 to 50 kHz; " +
			"there, choose --absorption sulfate, fisher-simmons, francois-garrison or ainslie-mccolm"
		sound = "sound speed: it stays at 1500 m/s whatever --"
		loss  = "loss: absorption alone leaves out spreading, and flatters a real antenna by all of it; " +
			"choose --loss friis to count it, or --loss absorption to leave it out"
	)
	for line, want := range map[string][]string{
		thesis: {thesisWarns},
		"acoustic --frequency 20kHz --temperature 20degC --range 50m --json": {
			"thorp: temperature 20 degC is outside the formula's range, 0 to 8 degC; there, choose --absorption fisher-simmons, francois-garrison or ainslie-mccolm",
			sound + "temperature is; for that of this water, choose --sound-speed mackenzie",
		},
		"acoustic --frequency 20kHz --salinity 0psu --sound-speed 1450m/s": {
			"thorp: salinity 0 psu is outside the formula's range, 32 to 38 psu; there, choose --absorption francois-garrison",
		},
		"acoustic --frequency 2MHz":                                 {"thorp: frequency 2000 kHz is outside the formula's range, 0.4 to 50 kHz"},
		"acoustic --frequency 20kHz --sweep salinity=32psu:35psu:3": {sound + "salinity is; for that of this water, choose --sound-speed mackenzie"},
		"acoustic --frequency 20kHz --absorption francois-garrison --salinity 5psu": {
			sound + "salinity is; for that of this water, choose --sound-speed medwin",
		},
		"acoustic --frequency 20kHz --depth 2km --sound-speed leroy": nil,
		"acoustic --frequency 20kHz --range 0.5m":                    {"spreading: range 0.5 m is outside the formula's range, at least 1 m"},
		"acoustic --frequency 20kHz --absorption francois-garrison --sound-speed mackenzie --salinity 5psu": {
			"mackenzie: salinity 5 psu is outside the formula's range, 25 to 40 psu",
		},
		"rf --frequency 10MHz --conductivity 0.01S/m --range 0.5m --loss friis":                            {"friis: range 0.5 m is outside the formula's range, at least 0.530158 m"},
		"rf --frequency 10MHz --conductivity 0.01S/m":                                                      nil,
		"rf --frequency 10MHz --conductivity 0.01S/m --range 10m":                                          {loss},
		"rf --frequency 10MHz --conductivity 0.01S/m --power 1W --threshold 1mW":                           {loss},
		"rf --frequency 10MHz --conductivity 0.01S/m --range 10m --loss absorption":                        nil,
		`rf --preset {"type":"wfs-seatooth-s300","fading":"rayleigh"} --conductivity 0.01S/m --loss friis`: {"the preset's fading is left out: rayleigh"},
		"rf --frequency 10kHz --temperature 40degC --salinity 35psu":                                       {"pss-78: temperature 40 degC is outside the formula's range, -2 to 35 degC"},
		"acoustic --range 50m --sweep frequency=20kHz:100kHz:30log --show transmission_loss_db":            {thesisWarns},
	} {
		all := ""
		for _, w := range want {
			all += "warning: " + w + "\n"
		}
		_, diagnostics, code := budgetOf(words(line)...)
		var warned strings.Builder
		for l := range strings.Lines(diagnostics) {
			if strings.HasPrefix(l, "warning: ") {
				warned.WriteString(l)
			}
		}
		if code != command.OK || warned.String() != all {
			t.Errorf("%s: exit code %d, diagnostics %q, want %q", line, code, diagnostics, all)
		}
	}
}

// A logarithmic sweep from 1 m to 100 m with three points is 1, 10 and 100 m; a
// linear one from 10 psu to 20 psu is 10, 15 and 20 psu. Each row has the numbers
// of the same link alone.
func TestLinkSweep(t *testing.T) {
	for _, c := range []struct {
		line, sweep, column string
		values              []float64
		again               string // the flag with the value in the middle
	}{
		{without(thesis, "range"), "range=1m:0.1km:3log", "range_m", []float64{1, 10, 100}, "--range 10m"},
		{"acoustic --frequency 50kHz --absorption francois-garrison --range 1km", "salinity=10psu:20psu:3lin", "salinity_psu", []float64{10, 15, 20}, "--salinity 15psu"},
		{without(thetisModem, "wind"), "wind=3m/s:1m/s:3lin", "wind_mps", []float64{3, 2, 1}, "--wind 2m/s"},
		{without(thesis, "threshold"), "threshold=1mW:100mW:3log", "threshold_w", []float64{0.001, 0.01, 0.1}, "--threshold 10mW"},
		{thesis + " --rate 1kbps", "bits=8bit:9bit:3lin", "bits", []float64{8, 9, 9}, "--bits 9bit"},
		{"rf --conductivity 0.01S/m --range 2m", "frequency=1MHz:100MHz:3log", "frequency_hz", []float64{1e6, 1e7, 1e8}, "--frequency 10MHz"},
	} {
		rows := readSweep(t, c.line+" --sweep "+c.sweep)
		alone := linkNumbers(t, c.line+" "+c.again)
		for i, row := range rows {
			if math.Abs(row[c.column]-c.values[i]) > 1e-12*c.values[i] {
				t.Errorf("%s: row %d has %s %g, want %g", c.sweep, i, c.column, row[c.column], c.values[i])
			}
		}
		for name, want := range alone {
			if got := rows[1][name]; math.Abs(got-want) > 1e-9*math.Abs(want) {
				t.Errorf("%s: %s is %g, and %g alone", c.sweep, name, got, want)
			}
		}
	}
}

// without leaves a flag and its value out of a line.
func without(line, flag string) string {
	before, after, _ := strings.Cut(line, " --"+flag+" ")
	_, rest, _ := strings.Cut(after+" ", " ")
	return before + " " + rest
}

// readSweep returns the rows of a sweep as CSV, and checks that JSON says the
// same.
func readSweep(t *testing.T, line string) []map[string]float64 {
	t.Helper()
	out, diagnostics, code := budgetOf(append(words(line), "--csv")...)
	table, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if code != command.OK || err != nil {
		t.Fatalf("%s: exit code %d, %s, %v", line, code, diagnostics, err)
	}
	out, _, _ = budgetOf(append(words(line), "--json")...)
	var list []map[string]float64
	if err := json.Unmarshal([]byte(out), &list); err != nil || len(list) != len(table)-1 {
		t.Fatalf("%s: %d rows of JSON (%v) and %d of CSV", line, len(list), err, len(table)-1)
	}
	var rows []map[string]float64
	for i, cells := range table[1:] {
		row := map[string]float64{}
		for k, cell := range cells {
			v, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				t.Fatalf("%s: row %d: %v", line, i, err)
			}
			if row[table[0][k]] = v; list[i][table[0][k]] != v {
				t.Errorf("%s: row %d: %s is %g in CSV and %g in JSON", line, i, table[0][k], v, list[i][table[0][k]])
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// Without a sweep CSV is one row, and nothing is rounded.
func TestLinkCSV(t *testing.T) {
	out, _, code := budgetOf(append(words(thesis), "--csv")...)
	table, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if code != command.OK || err != nil || len(table) != 2 {
		t.Fatalf("exit code %d, %v, %s", code, err, out)
	}
	numbers := linkNumbers(t, thesis)
	if len(table[0]) != len(numbers) {
		t.Errorf("%d columns and %d numbers", len(table[0]), len(numbers))
	}
	for i, name := range table[0] {
		if v, err := strconv.ParseFloat(table[1][i], 64); err != nil || v != numbers[name] {
			t.Errorf("%s is %s, want %g", name, table[1][i], numbers[name])
		}
	}
}

// The table of a sweep shows what --show names.
func TestLinkSweepTable(t *testing.T) {
	out, _, code := budgetOf(words("acoustic --frequency 1kHz --sweep range=1m:100m:3log --spreading 2 --show spreading_loss_db")...)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != command.OK || len(lines) != 5 {
		t.Fatalf("exit code %d, %d lines:\n%s", code, len(lines), out)
	}
	for i, want := range []string{"range_m spreading_loss_db", "", "1 0", "10 20", "100 40"} {
		if got := strings.Join(strings.Fields(lines[i]), " "); want != "" && got != want {
			t.Errorf("line %d is %q, want %q", i, got, want)
		}
	}
}

// The same figure has the same bytes, is well-formed, and names its axes.
func TestLinkPlot(t *testing.T) {
	var files [2][]byte
	for i := range files {
		name := filepath.Join(t.TempDir(), "snr.svg")
		_, diagnostics, code := budgetOf(append(words(thetisModem+" --sweep range=1m:5km:60log --plot"), name)...)
		if code != command.OK {
			t.Fatalf("exit code %d: %s", code, diagnostics)
		}
		var err error
		if files[i], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("the same figure has other bytes")
	}
	decoder := xml.NewDecoder(bytes.NewReader(files[0]))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{">SNR (dB)<", ">Range (m)<", ">SNR: acoustic link, 33 kHz, sulfate absorption, spreading 2, bandwidth 6 kHz, and 4 more<"} {
		if !bytes.Contains(files[0], []byte(want)) {
			t.Errorf("the figure does not say %s", want)
		}
	}
}

// The ending of the file chooses the format: a PNG begins with the signature of its
// specification (third edition, 5.2), and a PDF with its header (ISO 32000-1, 7.5.2).
func TestLinkFormats(t *testing.T) {
	for name, begin := range map[string]string{"a.svg": "<?xml", "a.png": "\x89PNG\r\n\x1a\n", "a.PDF": "%PDF-"} {
		file := filepath.Join(t.TempDir(), name)
		_, diagnostics, code := budgetOf(append(words(without(thesis, "range")+" --sweep range=1m:5km:60log --plot"), file)...)
		if picture, err := os.ReadFile(file); code != command.OK || err != nil || !bytes.HasPrefix(picture, []byte(begin)) {
			t.Errorf("%s: exit code %d, %s, %v; it begins with %.10q", name, code, diagnostics, err, picture)
		}
	}
}

// Without lin or log a sweep is linear; the figure names the modem, each curve, and
// what the curves have in common. A law that falls by 800 decades fits into a small
// file, since no more than 20 are drawn.
func TestLinkPlotTexts(t *testing.T) {
	for line, want := range map[string][]string{
		"acoustic --preset plain --sweep range=100m:10km:5 --show snr_db,margin_db": {
			">SNR and margin: acoustic link of plain, 12 kHz, thorp absorption, spreading 1.5<", ">Level (dB)<",
		},
		"acoustic --preset plain --sweep range=100m:10km:5 --show spreading_loss_db,absorption_loss_db": {
			">spreading loss<", ">Loss (dB)<",
		},
		"acoustic --preset plain --sweep range=100m:10km:5 --show snr_db,margin_db,transmission_loss_db,spreading_loss_db,absorption_loss_db": {
			">Acoustic link of plain, 12 kHz, thorp absorption, spreading 1.5<", ">transmission loss<",
		}, // the names would not fit
		"acoustic --frequency 25kHz --bandwidth 6kHz --source-level 180dB --depth 2km --sweep range=100m:10km:5": {
			">SNR: acoustic link, 25 kHz, bandwidth 6 kHz, depth 2 km, source level 180 dB, and 2 more<",
		},
		"acoustic --preset plain --fading rayleigh --modulation bpsk --sweep range=100m:10km:5 --show ber": {
			">Bit error rate: acoustic link of plain, 12 kHz, bpsk modulation, rayleigh fading, and 2 more<",
		},
		"rf --frequency 10MHz --conductivity 4S/m --power 1W --sweep range=1m:1km:200 --show p_receive_w": {">Received power (W)<", ">−30</tspan>"},
		"rf --frequency 10MHz --conductivity 4S/m --power 1W --loss friis --sweep range=1m:1km:200": {
			">Received power: radio link, 10 MHz, 4 S/m, friis loss, 1 W<",
		},
	} {
		name := filepath.Join(t.TempDir(), "a.svg")
		_, diagnostics, code := budgetOf(append(words(line), "--plot", name)...)
		svg, err := os.ReadFile(name)
		if code != command.OK || err != nil || len(svg) > 60_000 { // some 20,000 are outlines of letters
			t.Errorf("%s: exit code %d, %s, %v, %d bytes", line, code, diagnostics, err, len(svg))
		}
		for _, w := range want {
			if !bytes.Contains(svg, []byte(w)) {
				t.Errorf("%s: the figure does not say %s", line, w)
			}
		}
	}
	rows := readSweep(t, "acoustic --frequency 1kHz --sweep range=100m:300m:3")
	if got := rows[1]["range_m"]; got != 200 {
		t.Errorf("the middle of 100 m to 300 m is %g m", got)
	}
}

// A modem in decibels serves where --threshold does not say otherwise, and what is
// given goes before what it has. 190 dB of ns-3 and 10 dB of acquisition; in
// watts, its level is no power.
func TestLinkPreset(t *testing.T) {
	const modem = "acoustic --preset plain --range 1km "
	base := linkNumbers(t, modem)
	louder := linkNumbers(t, modem+"--source-level 193dB")
	if d := louder["margin_db"] - base["margin_db"]; math.Abs(d-3) > 1e-9 {
		t.Errorf("3 dB more of source level are %g dB more of margin", d)
	}
	if d := base["snr_db"] - base["margin_db"]; math.Abs(d-10) > 1e-9 {
		t.Errorf("the threshold of the modem is %g dB, want 10 dB", d)
	}
	if f := base["frequency_hz"]; f != 12e3 {
		t.Errorf("the frequency of the modem is %g Hz, want 12 kHz", f)
	}
	power := linkNumbers(t, modem+"--power 1W")
	if d := base["received_level_db"] - power["received_level_db"]; math.Abs(d-(190-170.8)) > 1e-9 {
		t.Errorf("1 W instead of 190 dB is %g dB less", d)
	}
	watts := linkNumbers(t, modem+"--threshold 1mW")
	if _, ok := watts["p_receive_w"]; ok {
		t.Error("a received power follows from a source level")
	}
}

// The antenna of a preset counts: a piston of 0.1 m at 12 kHz has ka = 2.51327 and keeps out
// 10 log (ka^2 / (1 - J1(2 ka)/ka)) = 10 log (6.31653 / (1 + 0.33055/2.51327)) = 7.468 dB of
// the noise (J1(5.02655) = -0.33055), in its main beam.
func TestLinkAntenna(t *testing.T) {
	snr := func(preset string) float64 {
		out, diagnostics, code := budgetOf("acoustic", "--range", "1km", "--json", "--preset", preset)
		var n map[string]float64
		if err := json.Unmarshal([]byte(out), &n); err != nil || code != command.OK {
			t.Fatalf("%s: exit code %d, %v, %s", preset, code, err, diagnostics)
		}
		if strings.Contains(preset, "antenna") != strings.Contains(diagnostics, "main beam of the preset's antenna") {
			t.Errorf("%s: %q", preset, diagnostics)
		}
		return n["snr_db"]
	}
	if gain := snr("{type: plain, antenna: piston}") - snr("plain"); math.Abs(gain-7.468) > 0.001 {
		t.Errorf("the antenna gives %g dB, want 7.468", gain)
	}
	_, diagnostics, _ := budgetOf("rf", "--conductivity", "0.01S/m", "--preset", "{type: wfs-seatooth-s300, antenna: piston}")
	if !strings.Contains(diagnostics, "the preset's antenna is left out") {
		t.Errorf("radio: %q", diagnostics)
	}
}

// What does nothing to the unit that a preset's budget has is refused; a threshold, or a source
// level, makes another budget of it.
func TestLinkPresetUnit(t *testing.T) {
	for line, want := range map[string]string{
		"--preset evologics-s2c-48-78 --wind 5m/s":                      "--wind 5m/s: the preset's budget is in watts, to which decibels do nothing",
		"--preset evologics-s2c-48-78 --shipping 0.5":                   "--shipping 0.5: the preset's budget is in watts",
		"--preset evologics-s2c-48-78 --noise wenz":                     "--noise wenz: the preset's budget is in watts",
		"--preset plain --noise 1mW":                                    "--noise 1mW: the preset's budget is in decibels, to which watts of noise do nothing",
		"--preset evologics-s2c-48-78 --noise 1mW":                      "",
		"--preset plain --wind 5m/s":                                    "",
		"--preset evologics-s2c-48-78 --wind 5m/s --threshold 10dB":     "",
		"--preset evologics-s2c-48-78 --wind 5m/s --source-level 180dB": "",
		"--preset plain --noise 1mW --threshold 0.002W --power 4W":      "",
	} {
		out, diagnostics, code := budgetOf(append([]string{"acoustic"}, words(line)...)...)
		if (code == command.OK) != (want == "") || !strings.Contains(diagnostics, want) || (out == "") != (want != "") {
			t.Errorf("%s: exit code %d, %q, want %q", line, code, diagnostics, want)
		}
	}
}

// Two sweeps make a grid, the second of which changes first; each point is that of its own
// budget. A third flag twice is refused, and a figure has a curve for each value of the second.
func TestLinkGrid(t *testing.T) {
	const line = "acoustic --preset plain --sweep range=1km:3km:3 --sweep wind=0m/s:10m/s:2"
	rows := readSweep(t, line)
	if len(rows) != 6 {
		t.Fatalf("%d points", len(rows))
	}
	for i, row := range rows {
		r, wind := 1000*float64(1+i/2), 10*float64(i%2)
		one := linkNumbers(t, "acoustic --preset plain --range "+strconv.FormatFloat(r, 'f', -1, 64)+"m --wind "+strconv.FormatFloat(wind, 'f', -1, 64)+"m/s")
		if row["range_m"] != r || row["wind_mps"] != wind || math.Abs(row["snr_db"]-one["snr_db"]) > 1e-9 {
			t.Errorf("point %d: %v, want %g m, %g m/s and %g dB", i, row, r, wind, one["snr_db"])
		}
	}
	file := filepath.Join(t.TempDir(), "grid.svg")
	if _, diagnostics, code := budgetOf(append(words(line), "--plot", file)...); code != command.OK {
		t.Fatal(diagnostics)
	}
	svg, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(svg), "wind 0 m/s") || !strings.Contains(string(svg), "wind 10 m/s") {
		t.Errorf("no curve for each wind, %v", err)
	}
	for more, want := range map[string]string{
		"--sweep range=1m:2m:2":                  "--range is swept already",
		"--sweep ph=7:8:2 --plot " + file:        "--plot: 3 sweeps are given, and a figure shows two",
		"--sweep ph=7:8:9999":                    "more than 10000 points",
		"--show snr_db,margin_db --plot " + file: "with two sweeps a figure shows one number",
		"--sweep":                                "its value is missing",
	} {
		if _, diagnostics, code := budgetOf(append(words(line), words(more)...)...); code != command.BadInput || !strings.Contains(diagnostics, want) {
			t.Errorf("%s: exit code %d, %q", more, code, diagnostics)
		}
	}
}

// An impossible point is marked in every form, and the others are computed. Where all are
// impossible, the fault is that of the first.
func TestLinkImpossiblePoint(t *testing.T) {
	const line = "acoustic --preset plain --range 1km --noise thetis --sweep wind=20m/s:40m/s:3"
	out, diagnostics, code := budgetOf(words(line)...)
	if code != command.OK || diagnostics != "" || !strings.Contains(out, "\n40 *  ") || !strings.Contains(out, "\n30  ") ||
		!strings.HasSuffix(out, "\n* not possible: --wind 40m/s: with --noise thetis, write 0 to 30 m/s\n") {
		t.Errorf("exit code %d, %s%s", code, diagnostics, out)
	}
	out, _, _ = budgetOf(append(words(line), "--json")...)
	var list []map[string]any
	if err := json.Unmarshal([]byte(out), &list); err != nil || len(list) != 3 || list[0]["fault"] != nil || list[0]["snr_db"] == nil || list[2]["snr_db"] != nil ||
		list[2]["wind_mps"] != 40.0 || list[2]["fault"] != "--wind 40m/s: with --noise thetis, write 0 to 30 m/s" {
		t.Errorf("%v, %v", list, err)
	}
	out, _, _ = budgetOf(append(words(line), "--csv")...)
	records, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(records) != 4 || records[0][len(records[0])-1] != "fault" || records[1][len(records[0])-1] != "" || !strings.Contains(records[3][len(records[0])-1], "write 0 to 30 m/s") {
		t.Errorf("%v, %v", records, err)
	}
	file := filepath.Join(t.TempDir(), "gap.svg")
	if _, diagnostics, code := budgetOf(append(words(line), "--plot", file)...); code != command.OK {
		t.Error(diagnostics)
	}
	out, diagnostics, code = budgetOf(words(strings.Replace(line, "20m/s:40m/s", "40m/s:50m/s", 1))...)
	if code != command.BadInput || out != "" || !strings.Contains(diagnostics, "--wind 40m/s: with --noise thetis") {
		t.Errorf("all impossible: exit code %d, %s%s", code, diagnostics, out)
	}
}

// A preset that reaches much farther than its data sheet says so, with what fits; and what it
// says does fit. One without a stated range, or with another threshold, says nothing.
func TestLinkBeyondSheet(t *testing.T) {
	said := regexp.MustCompile(`is (\S+) times the (\S+) km of the modem's data sheet; --spreading (\S+), or --threshold (\S+)dB in place`)
	for preset, stated := range map[string]float64{"evologics-s2c-18-34": 3500, "evologics-s2c-48-78-datasheet": 1000, "linkquest-uwm2000": 1200, "ncl-nanomodem-v3": 2000, "tapac-33khz": 1900} {
		_, diagnostics, _ := budgetOf("acoustic", "--preset", preset)
		parts := said.FindStringSubmatch(diagnostics)
		if parts == nil {
			t.Errorf("%s: %q", preset, diagnostics)
			continue
		}
		for _, fit := range []string{"--spreading " + parts[3], "--threshold " + parts[4] + "dB"} {
			if r := linkNumbers(t, "acoustic --preset "+preset+" "+fit)["max_range_m"]; math.Abs(r/stated-1) > 0.02 {
				t.Errorf("%s %s: %g m, want %g m", preset, fit, r, stated)
			}
		}
	}
	for _, line := range []string{"--preset plain", "--preset tapac-33khz --spreading 2 --noise thetis --wind 5kn --absorption sulfate", "--preset linkquest-uwm2000 --threshold 20dB"} {
		if _, diagnostics, _ := budgetOf(append([]string{"acoustic"}, words(line)...)...); strings.Contains(diagnostics, "data sheet") {
			t.Errorf("%s: %q", line, diagnostics)
		}
	}
}
