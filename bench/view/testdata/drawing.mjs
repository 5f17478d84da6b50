import { open, settle } from "./kit.mjs";

// Goes to moments of a run, and tells what is drawn then, as it is read back from the objects of the picture, and what the page counts.
export default async ({ page, url, arg, shot }) => {
  await open(page, url);
  const moments = [];
  for (const t of arg.times) {
    await page.evaluate((t) => window.halocline.page.at(t), t);
    await settle(page);
    moments.push(await page.evaluate(() => {
      const { scene, store } = window.halocline;
      return { t: store.view.t, shells: scene.shells(), fronts: scene.fronts(), vehicles: scene.vehicles() };
    }));
  }
  await shot("last");
  await page.evaluate(() => window.halocline.store.set({ tab: "counts" }));
  await settle(page);
  const counts = await page.evaluate(() => [...document.querySelectorAll(".counts tr")].map((r) => [...r.children].map((c) => c.textContent)));
  return { moments, counts };
};
