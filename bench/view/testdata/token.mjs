import { open } from "./kit.mjs";

// Opens a page with the token in its address, and goes on without it.
export default async ({ page, context, url, arg }) => {
  const without = await (await context.request.get(url)).status();
  await open(page, `${url}?token=${arg}#t=20&from=10&to=30`);
  const address = page.url();
  await page.reload();
  await page.waitForFunction(() => window.halocline?.ready());
  return { without, address, cookie: await page.evaluate(() => document.cookie), frames: await page.evaluate(() => window.halocline.meta.runs[0].frames) };
};
