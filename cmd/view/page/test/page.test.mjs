import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

// Nothing comes from another origin, so that the page works without a network.
test("the page names no other origin", () => {
  for (const file of ["src/index.html", "src/page.css"]) {
    assert.doesNotMatch(readFileSync(file, "utf8"), /https?:|\/\//);
  }
});
