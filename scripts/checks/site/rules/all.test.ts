import { describe, expect, it } from "vitest";
import { findingsWith, liveSiteWith } from "../testkit.ts";
import { visitSite } from "../visit/visit.ts";
import { rules } from "./all.ts";

const { browser: _browser, ...offline } = rules;

describe.each(Object.entries(offline))("%s", (_name, { look }) => {
  it("finds nothing in a sound export", async () => {
    expect(await findingsWith(look)).toEqual([]);
  });

  it("finds nothing in a sound site that is published", async () => {
    expect(await look(await visitSite(liveSiteWith()))).toEqual([]);
  });
});
