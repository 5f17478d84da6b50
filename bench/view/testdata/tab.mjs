import { open } from "./kit.mjs";

// Reaches everything by Tab alone, and tells what else listens for the pointer.
export default async ({ page, context, url, arg, looks }) => {
  await open(page, url + arg.hash);
  const { wanted, missed, unseen, unnamed } = await looks.walk(page);
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
  return { wanted, missed, unseen, unnamed, clickable };
};
