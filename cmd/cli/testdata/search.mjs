// Searches the manual. Some questions are typed, after Tab has led to the field; all go through the search that the page has.
export default async ({ page, url, arg, looks }) => {
  const first = (list) => list.slice(0, 3).join(" ");
  const hits = () => page.locator("[role=search] ol a").evaluateAll((all) => all.map((a) => a.getAttribute("href")));
  const stop = () => page.evaluate(() => {
    const e = document.activeElement, style = getComputedStyle(e);
    return { type: e.type, ring: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0 };
  });
  const told = { wrong: [], typed: [], found: [], stems: "" };
  for (const question of arg.typed) {
    await page.goto(url);
    for (let i = 0; i < 5 && (await stop()).type !== "search"; i++) await page.keyboard.press("Tab");
    if (!(await stop()).ring) told.wrong.push("one does not see to be in the field");
    await page.keyboard.type(question);
    told.typed.push(first(await hits()));
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      for (const e of await page.evaluate(looks.hardToRead)) told.wrong.push(`${question}: ${e} is hard to read`);
    }
    const grounds = await page.locator("[role=search] ol a").evaluateAll((all) => all.map((a) => getComputedStyle(a).backgroundColor));
    if (grounds[0] === grounds[1]) told.wrong.push("one does not see which hit is chosen");
    const [, , third] = await hits();
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    if (await page.waitForURL((at) => at.href.endsWith(`/${third}`)).then(() => false, () => true)) {
      told.wrong.push(`${question}: Enter on the third hit, ${third}, leads to ${page.url()}`);
      break;
    }
  }
  await page.goto(url);
  await page.keyboard.press("/");
  if ((await stop()).type !== "search") told.wrong.push("/ does not lead to the field");
  [told.found, told.stems] = await page.evaluate(({ questions, words }) => {
    const prepared = manualPrepare(manualSections);
    return [questions.map((q) => manualFind(prepared, q, 3).map((s) => s.a).join(" ")), words.map(manualStem).join(" ")];
  }, arg);
  const { missed, unseen, unnamed } = await looks.walk(page);
  for (const [what, all] of Object.entries({ "Tab does not reach": missed, "one does not see to be at": unseen, "without a name is": unnamed })) {
    for (const e of all) told.wrong.push(`${what} ${e}`);
  }
  return told;
};
