import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, inject, it } from "vitest";
import { roleUrl, templateDatabase } from "./support/database.ts";
import { findSupabaseCli, supabaseCli } from "./support/supabaseCli.ts";

const program = findSupabaseCli();
const oxfmt = fileURLToPath(new URL("../../node_modules/.bin/oxfmt", import.meta.url));

describe.skipIf(program === undefined)("the types of the database", () => {
  it("are what the Supabase CLI generates from the migrations; written anew with `npx vitest run tests/hosted/types.test.ts -u`", async () => {
    const cli = await supabaseCli(program ?? "");
    const url = roleUrl(inject("hostedClusterUrl"), "postgres", templateDatabase);
    const { out } = await cli.run(["gen", "types", "--lang", "typescript", "--schema", "public", `--remote=${url}`]);
    await cli.remove();
    // A remark about the connection without TLS precedes the types.
    const types = out.slice(out.indexOf("export type Json"));
    const formatted = execFileSync(oxfmt, ["--stdin-filepath", "generated.ts"], { input: types, encoding: "utf8" });
    await expect(formatted).toMatchFileSnapshot("../../server/supabase/generated.ts");
  });
});
