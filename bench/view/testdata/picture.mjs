import { open, settle } from "./kit.mjs";

// Takes a picture of each of some views, and tells what the page says there.
export default async ({ page, url, arg, shot }) => {
  const told = [];
  for (const [i, hash] of arg.entries()) {
    await page.goto("about:blank"); // or the page would not be loaded again
    await open(page, url + hash);
    await page.waitForTimeout(200); // the list of events comes to rest
    await settle(page);
    told.push(await page.evaluate(() => document.body.innerText));
    await shot(`view${i}`);
  }
  return told;
};
