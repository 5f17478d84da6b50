// Opens pages of the manual as people with wide windows and with phones do, who prefer light or dark. Of pages that look like others only
// what their text can change is looked at: whether something is too wide.
export default async ({ page, url, arg, looks }) => {
  const told = {};
  for (const name of arg.pages) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${url}${name}.html`);
    told[name] = await look(page, looks, arg.alike.includes(name));
  }
  return told;
};

async function look(page, looks, alike) {
  const told = await page.evaluate(async () => {
    const wrong = [], ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
    for (const id of new Set(ids)) if (ids.filter((other) => other === id).length > 1) wrong.push(`two elements have the id ${id}`);
    for (const e of document.images) {
      e.loading = "eager";
      await e.decode().catch(() => wrong.push(`${e.src} does not load`));
      if (!e.alt.trim()) wrong.push(`${e.src} has no text for those who do not see it`);
    }
    return { wrong, ids, links: [...document.links].map((e) => e.href) };
  });
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    const menu = page.getByLabel("All pages");
    if (await menu.isVisible()) await menu.check();
    for (const colorScheme of alike ? [] : ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      for (const e of await page.evaluate(looks.hardToRead)) told.wrong.push(`${colorScheme}, ${width} px: ${e} is hard to read`);
      const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number));
      if ((Math.max(...paper) < 60) !== (colorScheme === "dark")) told.wrong.push(`${colorScheme}: the paper is ${paper}`);
    }
    for (const e of await page.evaluate(looks.standingOut)) told.wrong.push(`${width} px: ${e} stands out`);
    const scroll = await page.evaluate(() => document.scrollingElement.scrollWidth);
    if (scroll > width) told.wrong.push(`${width} px: it scrolls sideways over ${scroll} px`);
  }
  return told;
}
