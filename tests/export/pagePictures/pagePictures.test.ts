import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openChromium } from "../../support/chromium.ts";
import { draw, type Drawings, ensureBuilt, openSite, viewsOf } from "./draw.ts";
import { states } from "./states.ts";

await ensureBuilt();
const browser = await openChromium();
afterAll(() => browser.close());
const page = await openSite(browser);

describe.each(states)("the state $pictures.0.name", (state) => {
  let drawings: Drawings;
  beforeAll(async () => {
    drawings = await draw(page, state);
  });

  it("fits its widths", () => {
    expect(drawings.widths).toEqual(new Map(viewsOf(state).map(({ file, width }) => [file, width])));
  });

  it("has dark words on paper, and nothing above them", () => {
    for (const printed of drawings.printed) expect(printed).toEqual({ above: [], cut: [], ground: [], pale: [] });
  });
});
