import { open, settle } from "./kit.mjs";

// Takes a picture of the page at each of some moments.
export default async ({ page, url, arg, shot }) => {
  await open(page, url + arg.hash);
  for (let i = 0; i < arg.times.length; i++) {
    await page.evaluate((t) => window.halocline.store.set({ t }), arg.times[i]);
    await settle(page);
    await shot(`frame${i}`);
  }
  return null;
};
