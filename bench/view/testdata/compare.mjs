import { open, settle, view } from "./kit.mjs";

// Compares two runs by keys alone.
export default async ({ page, url, arg, shot }) => {
  await open(page, url + arg.hash);
  const told = {};
  const tab = async (label) => {
    for (let i = 0; i < 90; i++) {
      await page.keyboard.press("Tab");
      if (label.test(await page.evaluate(() => `${document.activeElement?.title} ${document.activeElement?.textContent}`))) return;
    }
    throw new Error(`Tab does not reach ${label}`);
  };
  await page.keyboard.press("c");
  await settle(page);
  told.compare = (await view(page)).compare;
  await shot("both");
  await tab(/^Show run B/);
  await page.keyboard.press("Enter");
  await settle(page);
  told.run = (await view(page)).run;
  await tab(/first record that differs/);
  await page.keyboard.press("Enter");
  await settle(page);
  told.t = (await view(page)).t;
  return told;
};
