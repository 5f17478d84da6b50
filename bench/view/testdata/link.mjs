import { open, settle, view } from "./kit.mjs";

// Goes to a view by keys, and opens the link to it in another tab.
export default async ({ page, context, url, arg, shot }) => {
  await open(page, url + arg.hash);
  for (const key of arg.keys) {
    await page.keyboard.press(key);
    await settle(page);
  }
  await page.waitForTimeout(300); // the address is written four times a second
  await shot("first");
  const first = { view: await view(page), link: await page.evaluate(() => window.halocline.store.link()), address: page.url() };
  const other = await context.newPage();
  await open(other, first.link);
  await shot("again", { of: other });
  await open(other, first.address);
  await shot("address", { of: other });
  await open(other, url + "#t=5&from=0&to=30");
  await shot("other", { of: other });
  return { ...first, again: await view(other) };
};
