// Returns a picture in WebP, of a panel of the page or of a figure, and how good it may be so that it has at most so many bytes.
export default async ({ page, context, url, arg }) => {
  let of;
  if (arg.svg) {
    await page.setContent(`<body style="margin:0"><img width="640" src="data:image/svg+xml;base64,${arg.svg}">`);
    of = page.locator("img");
    await page.waitForFunction(() => document.querySelector("img").complete);
  } else {
    await page.goto(`${url}#${arg.address}`);
    await page.waitForTimeout(100);
    await page.waitForFunction(() => window.halocline?.ready());
    of = page.locator(`section.${arg.panel}`);
  }
  const box = await of.boundingBox(), session = await context.newCDPSession(page);
  for (let quality = 88; ; quality -= 8) {
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality, clip: { ...box, scale: 1 } });
    if (data.length * 0.75 <= arg.most || quality < 40) return data;
  }
};
