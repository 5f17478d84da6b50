import { readFileSync } from "node:fs";
import { open, settle, view } from "./kit.mjs";

// Does everything that the page can do by keys alone, and tells what did not happen.
export default async ({ page, url, arg }) => {
  await open(page, url + "#t=20&from=10&to=30");
  const wrong = [], downloads = [];
  page.on("download", async (d) => downloads.push(`${d.suggestedFilename()} ${readFileSync(await d.path()).toString("latin1", 1, 4)}`));
  const rest = async (ms = 0) => { if (ms) await page.waitForTimeout(ms); await settle(page); };
  const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key); await rest(); };
  // Does something and looks what the view is afterwards.
  const check = async (what, act, is) => {
    try {
      const before = await view(page);
      await act();
      const after = await view(page);
      if (!is(after, before)) wrong.push(`${what}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`);
    } catch (e) {
      wrong.push(`${what}: ${e.message.split("\n")[0]}`);
    }
  };
  // Walks there by Tab.
  const tab = async (label) => {
    for (let i = 0; i < 90; i++) {
      await page.keyboard.press("Tab");
      const name = await page.evaluate(() => { const e = document.activeElement; return `${e?.getAttribute("aria-label") ?? ""} ${e?.title ?? ""} ${e?.textContent ?? ""}`.trim(); });
      if (label.test(name)) return;
    }
    throw new Error(`Tab does not reach ${label}`);
  };
  const width = (v) => v.to - v.from;
  const whole = await page.evaluate(() => window.halocline.meta.runs[0].reached);

  await check("Space plays", () => page.keyboard.press(" ").then(() => page.waitForTimeout(300)), (v, w) => v.playing && v.t > w.t);
  await check("Space pauses", () => press(" "), (v) => !v.playing);
  await check("w", () => press("w"), (v, w) => width(v) < width(w));
  await check("s", () => press("s"), (v, w) => width(v) > width(w));
  await check("a", () => press("a"), (v, w) => v.from < w.from && v.to < w.to);
  await check("d", () => press("d"), (v, w) => v.from > w.from && v.to > w.to);
  await check("f", () => press("f"), (v) => v.from === 0 && Math.abs(v.to - whole) < 1e-6 * whole);
  await check("n", () => press("n"), (v, w) => v.t > w.t && v.selected !== null);
  await check("n again", () => press("n"), (v, w) => v.t >= w.t);
  await check("p", () => press("p"), (v, w) => v.t <= w.t && v.selected !== null);
  await check("fit the frame", () => press("f"), (v, w) => width(v) < width(w) && v.from <= w.t && v.to >= w.t);
  await check("Escape", () => press("Escape", "Escape"), (v) => v.selected === null && v.node < 0);
  await check("right", () => press("ArrowRight"), (v, w) => v.t >= w.t);
  await check("left", () => press("ArrowLeft", "ArrowLeft"), (v, w) => v.t <= w.t);
  await check("down", () => press("Escape", "Escape", "ArrowDown", "ArrowDown"), (v) => v.node === 1);
  await check("up", () => press("ArrowUp"), (v) => v.node === 0);
  await check("Home", () => press("Home"), (v) => v.t === 0);
  await check("End", () => press("End"), (v) => Math.abs(v.t - whole) < 1e-6 * whole);
  await check("faster", () => press("]"), (v, w) => v.rate > w.rate);
  await check("slower", () => press("["), (v, w) => v.rate < w.rate);
  await check("help", () => press("?"), () => true);
  if (!(await page.evaluate(() => Boolean(document.querySelector("dialog[open]"))))) wrong.push("? opens no help");
  await press("Escape");
  if (await page.evaluate(() => Boolean(document.querySelector("dialog[open]")))) wrong.push("Escape leaves the help open");

  await check("time", async () => { await tab(/Time in seconds/); await page.keyboard.type("12.5"); await press("Enter"); }, (v) => v.t === 12.5);
  await check("play by its button", async () => { await tab(/^Play/); await page.keyboard.press("Enter"); await page.waitForTimeout(200); await press("Enter"); }, (v, w) => v.t > w.t && !v.playing);
  await check("speed", async () => { await tab(/^Speed/); await press("ArrowUp"); }, (v, w) => v.rate !== w.rate);
  await check("theme", async () => { await tab(/Light or dark/); await press("Enter"); }, (v, w) => v.theme !== w.theme);
  await check("link", async () => { await tab(/Copy the address of this view/); await press("Enter"); }, () => true);
  const link = await page.evaluate(() => document.querySelector("dialog[open] textarea")?.value ?? "");
  if (!link.startsWith(`${url}#t=`)) wrong.push(`the link is ${link}`);
  await press("Escape");
  await check("picture", async () => { await tab(/Save a picture/); await press("ArrowDown"); await rest(500); }, () => /^docking-3d-1[2-9]\.\d+\.png PNG$/.test(downloads[0]));
  await check("camera", async () => { await tab(/^Camera/); await press("ArrowDown"); }, (v) => v.camera.mode !== "free");
  await check("camera back", () => press("ArrowUp"), (v) => v.camera.mode === "free");
  await check("scale", async () => { await tab(/Vehicles: to scale/); await press("Enter"); }, (v) => v.scale === "real");
  await check("turn the camera", async () => { await tab(/The run in three dimensions/); await press("ArrowLeft", "ArrowLeft"); await rest(400); }, (v) => v.camera.eye !== null);
  await check("window", async () => { await tab(/^Window of time/); await press("ArrowRight"); }, (v, w) => v.from > w.from);
  await check("next loss by its button", async () => { await tab(/^Next loss/); await press("Enter"); }, (v, w) => v.t > w.t && v.selected !== null);
  await check("events", async () => { await tab(/^Events about this instant/); await press("Home", "Enter"); }, (v, w) => v.t <= w.t);
  await check("kind of event", async () => { await tab(/^Kind of event/); await press("ArrowDown"); }, (v) => v.filter.kind !== "");
  await check("cause", async () => { await tab(/^Cause/); await press("ArrowDown"); }, (v) => v.filter.cause !== "");
  await check("node of events", async () => { await tab(/^Node/); await press("ArrowDown"); }, (v) => v.filter.node >= 0);
  await check("by distance", async () => { await tab(/by distance|by node/); await press("Enter"); }, (v) => v.lanes === "distance");
  await check("a frame among the lanes", async () => { await press("Escape"); await tab(/^Frames and arrivals/); await press("ArrowRight", "ArrowRight", "Enter"); }, (v) => v.selected !== null);
  await check("remove a plot", async () => { await tab(/^Remove/); await press("Enter"); }, (v, w) => v.series.length === w.series.length - 1);
  await check("add a plot", async () => { await tab(/^Add a quantity/); await press("ArrowDown"); await rest(200); }, (v, w) => v.series.length === w.series.length + 1);
  return wrong;
};
