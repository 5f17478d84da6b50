import { open } from "./kit.mjs";

// Reaches everything by Tab alone, and tells what else listens for the pointer.
export default async ({ page, context, url, arg }) => {
  await open(page, url + arg.hash);
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
  // Who listens for clicks is a stop, or is in one or about one: otherwise a click does what no key does.
  const cdp = await context.newCDPSession(page);
  const { result } = await cdp.send("Runtime.evaluate", { expression: "[...document.querySelectorAll('body *')]" });
  const { result: items } = await cdp.send("Runtime.getProperties", { objectId: result.objectId, ownProperties: true });
  const clickable = [];
  for (const { name, value } of items) {
    if (!/^\d+$/.test(name) || !value?.objectId) continue;
    const { listeners } = await cdp.send("DOMDebugger.getEventListeners", { objectId: value.objectId });
    if (!listeners.some((l) => ["click", "pointerdown", "mousedown", "dblclick"].includes(l.type))) continue;
    const { result: told } = await cdp.send("Runtime.callFunctionOn", {
      objectId: value.objectId, returnByValue: true,
      functionDeclaration: "function () { return this.closest('[data-stop]') || this.querySelector('[data-stop]') || !this.checkVisibility() ? '' : `${this.tagName.toLowerCase()}.${this.className}` }",
    });
    if (told.value) clickable.push(told.value);
  }
  return { wanted, missed: wanted.filter((_, i) => !reached.has(String(i))), unseen, unnamed, clickable };
};
