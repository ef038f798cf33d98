import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { findingsWith, plantedSite } from "../testkit.ts";
import { visitSite } from "../visit/visit.ts";
import { checkBudgets, firstLoad } from "./budgets.ts";

// Hexadecimal digits of random bytes cannot be compressed to less than those bytes.
const noise = (size: number) => randomBytes(size).toString("hex");
const comment = (size: number) => (source: string) => `${source}\n// ${noise(size)}`;
const body = (more: string) => (html: string) => html.replace("</body>", `${more}</body>`);

describe("budgets", () => {
  it.each([
    [
      "a page",
      "index.html",
      body(`<p>${noise(14_600)}</p>`),
      "the page",
      /^A reader downloads [\d,]+ bytes compressed; 14,600 bytes fit/u,
    ],
    ["a not-found page", "404.html", body(`<p>${noise(14_600)}</p>`), "the not-found page", /^A reader downloads/u],
    [
      "its own scripts",
      "index.html",
      body(`<script type="module">// ${noise(1_900)}</script>`),
      "the page",
      /^Its JavaScript is/u,
    ],
    [
      "its scripts",
      "assets/entry-12345678.js",
      comment(1_900),
      "the page",
      /^Its JavaScript is [\d,]+ bytes compressed; 1,900 bytes/u,
    ],
  ])("weighs %s", async (_what, file, change, where, message) => {
    expect(await findingsWith(checkBudgets, file, change)).toEqual([
      expect.objectContaining({ level: "wrong", where, message: expect.stringMatching(message) }),
    ]);
  });

  it("counts once what the page loads, and what its scripts import at once", async () => {
    const module = '<script type="module">import "/assets/form-12345678.js"</script>';
    const visit = await visitSite(
      plantedSite("index.html", body(`${module}<script src="/assets/react-12345678.js"></script>`)),
    );
    const { scripts, total } = firstLoad(visit, visit.landing);
    const files = ["entry", "form", "react"].map((name) => `https://shop.example/assets/${name}-12345678.js`);
    expect([...scripts].toSorted()).toEqual(["https://shop.example/#module-1", ...files]);
    const sent = files.map((href) => visit.answers.get(href)?.transferred ?? 0);
    expect(total).toBe(visit.landing.answer.transferred + sent.reduce((sum, size) => sum + size));
  });

  it("counts style sheets", async () => {
    const load = async (more: string) => {
      const visit = await visitSite(plantedSite("index.html", body(more)));
      const { total } = firstLoad(visit, visit.landing);
      return total - visit.landing.answer.transferred;
    };
    expect(await load('<link rel="stylesheet" href="/robots.txt">')).toBeGreaterThan((await load("")) + 10);
  });

  it("does not count icons", async () => {
    expect(await findingsWith(checkBudgets, "icon.svg", () => `<svg>${noise(14_600)}</svg>`)).toEqual([]);
  });

  it.each([
    ["a style sheet", '<link rel="stylesheet" href="/icon.svg">'],
    ["a plain script", '<script src="/assets/react-12345678.js"></script>'],
  ])("finds %s that holds up painting", async (_fault, element) => {
    expect(await findingsWith(checkBudgets, "index.html", body(element))).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/^It is not painted until/u) }),
    ]);
  });
});
