import { open, settle } from "./kit.mjs";

// Shows a run of many nodes in windows of several lengths, and walks to the last node.
export default async ({ page, url, arg, shot }) => {
  const began = Date.now();
  await open(page, url);
  const ready = Date.now() - began;
  let marks = 0;
  for (const key of ["f", "f", "w", "w", "w", "w", "w", "w", "w", "w"]) {
    await page.keyboard.press(key);
    await settle(page);
    marks = Math.max(marks, await page.evaluate(() => window.halocline.marks()));
  }
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowUp");
  await settle(page);
  await shot("many");
  return { ready, marks, node: await page.evaluate(() => window.halocline.store.view.node), elements: await page.evaluate(() => document.querySelectorAll("*").length), wide: await page.evaluate(() => document.documentElement.scrollWidth - innerWidth) };
};
