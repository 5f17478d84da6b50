import { open, settle } from "./kit.mjs";

// Shows a run whose names are to do harm: nothing of them becomes an element, and they are shown as they are.
export default async ({ page, url, arg, shot }) => {
  await page.route("**/api/**", async (route) => {
    const answer = await route.fetch({ url: route.request().url().replaceAll(new URLSearchParams({ x: arg.more }).toString().slice(2), "") });
    if (!/json/.test(answer.headers()["content-type"] ?? "")) return route.fulfill({ response: answer });
    const change = (v, key) => {
      if (Array.isArray(v)) return v.map((x) => change(x, key));
      if (v && typeof v === "object") return Object.fromEntries(Object.entries(v).map(([k, x]) => [k, change(x, k)]));
      return typeof v === "string" && ["name", "title", "description", "group", "program", "protocol", "note", "text", "reason", "by"].includes(key) ? `${v}${arg.more}` : v;
    };
    await route.fulfill({ response: answer, json: change(await answer.json(), "") });
  });
  const elements = () => page.evaluate(() => ["img", "script", "b.evil", "iframe"].map((s) => document.body.querySelectorAll(s).length));
  await open(page, url + arg.hash);
  for (const key of ["n", "ArrowDown", "ArrowDown", "?", "Escape", "f"]) {
    await page.keyboard.press(key);
    await settle(page);
  }
  await shot("names");
  return { elements: await elements(), whole: await page.evaluate((more) => document.body.textContent.includes(more), arg.more), ran: await page.evaluate(() => window.evil ?? 0), wide: await page.evaluate(() => document.documentElement.scrollWidth - innerWidth) };
};
