// What is looked for in any page.

/** What stands out of the window to its side. To be evaluated in the page. */
export function standingOut() {
  const most = document.documentElement.clientWidth, out = [];
  if (document.documentElement.scrollWidth > most) out.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const cut = (e) => {
    for (let up = e.parentElement; up; up = up.parentElement) {
      if (up !== document.body && up !== document.documentElement && getComputedStyle(up).overflowX !== "visible" && up.getBoundingClientRect().right <= most + 1) return true;
    }
    return false;
  };
  for (const e of document.body.querySelectorAll("*")) {
    const box = e.getBoundingClientRect();
    if (!e.checkVisibility({ visibilityProperty: true }) || box.width < 2 || box.height < 2) continue;
    if ((box.right > most + 1 || box.left < -1) && !cut(e)) out.push(`${e.tagName.toLowerCase()}.${e.getAttribute("class") ?? ""} from ${box.left} to ${box.right}`);
    // What is pressed is to be seen whole: nothing that a button is in cuts it off for good.
    if (!e.matches("button, select, input")) continue;
    for (let up = e.parentElement; up && up !== document.body; up = up.parentElement) {
      const o = up.getBoundingClientRect();
      if (["hidden", "clip"].includes(getComputedStyle(up).overflowX) && (box.right > o.right + 1 || box.left < o.left - 1)) out.push(`${e.tagName.toLowerCase()} ${e.title || e.textContent} is cut off by ${up.tagName.toLowerCase()}.${up.className}`);
    }
  }
  return out;
}

/**
 * Text that is hard to read, by the contrast of WCAG 2.2, success criterion 1.4.3: 4.5 to 1, and 3 to 1 for text of 24 px and more. A dot is in the
 * colour of what the word beside it says. To be evaluated in the page.
 */
export function hardToRead() {
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const rgba = (color) => {
    if (!known.has(color)) {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = color;
      pen.fillRect(0, 0, 1, 1);
      known.set(color, [...pen.getImageData(0, 0, 1, 1).data]);
    }
    return known.get(color);
  };
  const over = ([r, g, b, a], [R, G, B]) => [r, g, b].map((v, i) => (v * a + [R, G, B][i] * (255 - a)) / 255);
  const grounds = new Map([[null, matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18] : [255, 255, 255]]]);
  const ground = (e) => {
    if (!grounds.has(e)) grounds.set(e, over(rgba(getComputedStyle(e).backgroundColor), ground(e.parentElement)));
    return grounds.get(e);
  };
  const luminance = (c) => {
    const [r, g, b] = c.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = new Map();
  const judge = (e, style, words) => {
    const below = ground(e), text = over(rgba(style.color), below);
    const [light, dark] = [luminance(text), luminance(below)].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05), needed = parseFloat(style.fontSize) >= 24 ? 3 : 4.5;
    const what = `${e.tagName.toLowerCase()}.${e.className}`;
    if (ratio < needed) found.set(what, `${what} "${words.trim().slice(0, 20)}" ${ratio.toFixed(2)}`);
  };
  for (const e of document.body.querySelectorAll("*")) {
    if (e instanceof SVGElement || !e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || e.disabled) continue;
    if (e.placeholder && !e.value) judge(e, getComputedStyle(e, "::placeholder"), e.placeholder);
    if ([...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.textContent.trim().replace("●", ""))) judge(e, getComputedStyle(e), e.textContent);
  }
  return [...found.values()];
}

/** Walks through the page by Tab: what it comes to, what it misses, where one does not see to be, and what has no name. */
export async function walk(page) {
  const wanted = await page.evaluate(() => {
    const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex], [role=button], [role=listbox], [role=slider]")];
    const shown = all.filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.disabled && e.tabIndex >= 0);
    shown.forEach((e, i) => { e.dataset.stop = i; });
    return shown.map((e) => `${e.tagName.toLowerCase()}.${e.className} ${e.getAttribute("aria-label") ?? e.title ?? ""} ${(e.textContent ?? "").slice(0, 20)}`);
  });
  const reached = new Set(), unseen = [], unnamed = [];
  for (let i = 0; i < 2 * wanted.length + 10; i++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const e = document.activeElement;
      if (!e || e === document.body) return null;
      const style = getComputedStyle(e), box = e.getBoundingClientRect();
      return {
        stop: e.dataset.stop, what: `${e.tagName.toLowerCase()}.${e.className}`,
        ring: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0 || style.boxShadow !== "none",
        seen: box.width > 0 && box.height > 0,
        name: e.getAttribute("aria-label") || e.title || e.textContent.trim() || e.labels?.[0]?.textContent || "",
      };
    });
    if (!at) continue;
    if (at.stop !== undefined && reached.has(at.stop)) break;
    reached.add(at.stop);
    if (!at.ring || !at.seen) unseen.push(at.what);
    if (!at.name) unnamed.push(at.what);
  }
  return { wanted, missed: wanted.filter((_, i) => !reached.has(String(i))), unseen, unnamed };
}
