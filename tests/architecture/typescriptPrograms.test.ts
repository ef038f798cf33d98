import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

// By default tsx runs any translations that it finds in the shared temporary folder, even those that another
// user has put there.
it("no program of the project runs translations that another user may have planted", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const programs = Object.values<string>(scripts).filter(
    // Vite's programs are left out, because Vite translates its configuration itself.
    (script) => /\.ts\b/u.test(script) && !script.startsWith("vite "),
  );
  expect(programs).toContain("node --import ./scripts/typescript.mjs tests/run.ts");
  expect(programs.filter((script) => !script.includes("--import ./scripts/typescript.mjs"))).toEqual([]);
  expect(readFileSync("scripts/typescript.mjs", "utf8")).toMatch(/TSX_DISABLE_CACHE = "1";\nawait import\("tsx"\)/u);
  for (const file of ["deploy/keelbook.service", "deploy/Containerfile"]) {
    const text = readFileSync(file, "utf8");
    expect([file, text.includes("scripts/start.mjs"), text.includes("tsx")]).toEqual([file, true, false]);
  }
});
