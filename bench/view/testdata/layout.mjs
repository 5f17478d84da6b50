import { open, settle } from "./kit.mjs";

// Tells what stands out of the window to its side, and text that is hard to read, in windows of several sizes.
export default async ({ page, url, arg, shot, looks }) => {
  await open(page, url + arg.hash);
  const wide = {}, faint = {};
  for (const [width, height] of arg.sizes) {
    await page.setViewportSize({ width, height });
    await settle(page);
    const size = `${width}x${height}`;
    await shot(size);
    wide[size] = await page.evaluate(looks.standingOut);
    faint[size] = await page.evaluate(looks.hardToRead);
  }
  return { wide, faint };
};
