// Opens pages in Chromium, one line of JSON on standard input for each, and prints one line for each: the name of a file with what the
// browser did. A job is {url, script, arg, width, height, dark}; the script is a module whose default function gets
// {page, context, url, arg, shot, looks} and returns what is to be told.
import { chromium } from "playwright-core";
import { createInterface } from "node:readline";
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import * as looks from "./looks.mjs";

const [executablePath, folder] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath,
  args: [
    "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-gpu-compositing", "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP rebound.test 127.0.0.1", // a name of somebody else that leads here
  ],
});

let jobs = 0;

async function run({ url, script, arg, width, height, dark }) {
  const n = ++jobs;
  const told = { console: [], errors: [], violations: [], requests: [], shots: {}, result: null, failed: "" };
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" });
  await context.exposeBinding("tellViolation", (_, violation) => void told.violations.push(violation));
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", (e) => window.tellViolation(`${e.effectiveDirective}: ${e.blockedURI} ${e.sample} at ${e.sourceFile}:${e.lineNumber}`));
  });
  context.on("request", (request) => told.requests.push(request.url()));
  context.on("console", (message) => told.console.push(`${message.type()}: ${message.text()}`));
  context.on("weberror", (e) => told.errors.push(String(e.error()?.stack ?? e.error())));
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.on("websocket", (socket) => told.requests.push(socket.url()));
  page.on("crash", () => told.errors.push("the page crashed"));
  const shot = async (name, { of = page, ...options } = {}) => {
    const path = `${folder}/${n}-${name}.png`;
    await of.screenshot({ path, animations: "disabled", caret: "hide", ...options });
    told.shots[name] = path;
  };
  try {
    const { default: f } = await import(pathToFileURL(script));
    told.result = (await f({ page, context, url, arg, shot, looks })) ?? null;
  } catch (e) {
    told.failed = String(e?.stack ?? e);
  }
  await context.close();
  const path = `${folder}/${n}.json`;
  writeFileSync(path, JSON.stringify(told));
  console.log(path);
}

console.log("ready");
for await (const line of createInterface({ input: process.stdin })) {
  if (line === "end") break;
  await run(JSON.parse(line));
}
await browser.close();
console.log("ended");
process.exit();
