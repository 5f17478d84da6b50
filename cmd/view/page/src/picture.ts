// A picture of a panel: its canvases, and the words over them.

import { cut } from "./words";

/** Paints a panel onto one canvas and hands it out as a file of the name. */
export async function save(panel: HTMLElement, name: string): Promise<void> {
  const blob = await picture(panel);
  const a = document.createElement("a");
  a.href = URL.createObjectURL(blob);
  a.download = `${cut(name.replace(/[^\w.-]+/g, "-"), 80)}.png`;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
}

/** Paints a panel as it is seen. */
export async function picture(panel: HTMLElement): Promise<Blob> {
  const scale = Math.max(2, devicePixelRatio || 1), box = panel.getBoundingClientRect();
  const to = document.createElement("canvas"), c = to.getContext("2d")!;
  to.width = Math.round(box.width * scale);
  to.height = Math.round(box.height * scale);
  c.scale(scale, scale);
  c.translate(-box.left, -box.top);
  c.fillStyle = getComputedStyle(panel).backgroundColor;
  c.fillRect(box.left, box.top, box.width, box.height);
  for (const e of panel.querySelectorAll<HTMLElement>("*")) {
    const s = getComputedStyle(e), r = e.getBoundingClientRect();
    if (s.visibility === "hidden" || r.width === 0 || r.height === 0 || e.closest("button, select, .tip, .away")) continue;
    if (e instanceof HTMLCanvasElement) c.drawImage(e, r.left, r.top, r.width, r.height);
    else paint(c, e, s, r);
  }
  return await new Promise((done, failed) => { to.toBlob(b => (b ? done(b) : failed(new Error("the browser made no picture"))), "image/png"); });
}

/** Paints what an element itself shows: its ground, the line of a cursor, its words. */
function paint(c: CanvasRenderingContext2D, e: HTMLElement, s: CSSStyleDeclaration, r: DOMRect): void {
  if (e.matches(".chip, .window")) { c.fillStyle = s.backgroundColor; c.fillRect(r.left, r.top, r.width, r.height); }
  if (e.matches(".cursor")) { c.fillStyle = s.borderLeftColor; c.fillRect(r.left, r.top, 1.5, r.height); }
  for (const side of ["Left", "Right", "Bottom"] as const) {
    if (!e.matches(".cursor, .panel, header, .window") && parseFloat(s[`border${side}Width`]) > 0) {
      c.fillStyle = s[`border${side}Color`];
      if (side === "Bottom") c.fillRect(r.left, r.bottom - 1.5, r.width, 1.5);
      else c.fillRect(side === "Left" ? r.left : r.right - 1.5, r.top, 1.5, r.height);
    }
  }
  const words = [...e.childNodes].filter(n => n.nodeType === Node.TEXT_NODE && n.textContent?.trim());
  if (words.length === 0) return;
  c.font = `${s.fontStyle} ${s.fontWeight} ${s.fontSize} ${s.fontFamily}`;
  c.fillStyle = e instanceof SVGElement ? s.fill : s.color;
  c.textBaseline = "middle";
  const range = document.createRange();
  c.save();
  c.beginPath();
  c.rect(r.left - 1, r.top - 2, r.width + 2, r.height + 4);
  c.clip();
  for (const n of words) {
    range.selectNodeContents(n);
    const at = range.getBoundingClientRect();
    c.fillText(n.textContent!, at.left, at.top + at.height / 2 + 0.5);
  }
  c.restore();
}
