import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const entry = new URL("../../supabase/functions/forms/index.ts", import.meta.url);

/** Every package that a file imports at run time, directly or indirectly. */
function packagesOf(file: URL, seen: Set<string>): string[] {
  if (seen.has(file.href)) return [];
  seen.add(file.href);
  const imports = readFileSync(file, "utf8").matchAll(/^(?:import|export) (?!type )[^;]*?from "([^"]+)";/gmu);
  return [...imports].flatMap(([, source = ""]) =>
    source.startsWith(".") ? packagesOf(new URL(source, file), seen) : [source],
  );
}

it("the edge function's import map has every package: a hosted function has no node_modules", () => {
  const map: { imports: Record<string, string> } = JSON.parse(readFileSync(new URL("deno.json", entry), "utf8"));
  const files = new Set<string>();
  const packages = packagesOf(entry, files);
  expect(packages).toContain("hono");
  expect(packages.filter((name) => !Object.hasOwn(map.imports, name))).toEqual([]);
  // A hosted project has its platform's gateway instead.
  expect([...files].filter((file) => file.includes("/server/guard/"))).toEqual([]);
});
