import { describe, expect, it } from "vitest";
import { findingsWith, liveSiteWith } from "../testkit.ts";
import { visitSite } from "../visit/visit.ts";
import { checks } from "./all.ts";

const { browser: _browser, ...offline } = checks;

describe.each(Object.entries(offline))("%s", (_name, check) => {
  it("finds nothing in a sound export", async () => {
    expect(await findingsWith(check)).toEqual([]);
  });

  it("finds nothing in a sound site that is published", async () => {
    expect(await check(await visitSite(liveSiteWith()))).toEqual([]);
  });
});
