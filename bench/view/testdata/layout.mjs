import { open, settle } from "./kit.mjs";

// Tells what stands out of the window to its side, and text that is hard to read, in windows of several sizes.
export default async ({ page, url, arg, shot }) => {
  await open(page, url + arg.hash);
  const wide = {}, faint = {};
  for (const [width, height] of arg.sizes) {
    await page.setViewportSize({ width, height });
    await settle(page);
    const size = `${width}x${height}`;
    await shot(size);
    wide[size] = await page.evaluate(standingOut);
    faint[size] = await page.evaluate(hardToRead);
  }
  return { wide, faint };
};

function standingOut() {
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

// Contrast is that of WCAG 2.2, success criterion 1.4.3: 4.5 to 1, and 3 to 1 for large text. A dot is in the colour of what the word beside it says.
function hardToRead() {
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = color;
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data];
  };
  const over = ([r, g, b, a], [R, G, B]) => [r, g, b].map((v, i) => (v * a + [R, G, B][i] * (255 - a)) / 255);
  const ground = (e) => {
    const layers = [];
    for (let up = e; up; up = up.parentElement) layers.push(rgba(getComputedStyle(up).backgroundColor));
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    return layers.reverse().reduce((below, layer) => over(layer, below), dark ? [18, 18, 18] : [255, 255, 255]);
  };
  const luminance = (c) => {
    const [r, g, b] = c.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = new Map();
  for (const e of document.body.querySelectorAll("*")) {
    if (e instanceof SVGElement || !e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || e.disabled) continue;
    if (![...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.textContent.trim().replace("●", ""))) continue;
    const style = getComputedStyle(e), below = ground(e), text = over(rgba(style.color), below);
    const [light, dark] = [luminance(text), luminance(below)].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05), size = parseFloat(style.fontSize);
    const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    if (ratio < needed) found.set(`${e.tagName.toLowerCase()}.${e.className}`, `${e.tagName.toLowerCase()}.${e.className} "${e.textContent.trim().slice(0, 20)}" ${ratio.toFixed(2)}`);
  }
  return [...found.values()];
}
