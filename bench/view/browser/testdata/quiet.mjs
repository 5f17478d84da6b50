export default async ({ page, url, arg, shot }) => {
  await page.goto(url);
  await page.waitForSelector("input:focus"); // autofocus comes with the first picture, which may be after load
  await page.keyboard.type(arg);
  await shot("page");
  return { text: await page.locator("input").inputValue(), wide: innerWidths(await page.evaluate(() => [innerWidth, innerHeight])), dark: await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches) };
};

const innerWidths = ([width, height]) => `${width}x${height}`;
