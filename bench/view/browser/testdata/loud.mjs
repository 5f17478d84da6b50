export default async ({ page, url }) => {
  await page.goto(url);
  await page.waitForFunction(() => document.title === "done");
  return null;
};
