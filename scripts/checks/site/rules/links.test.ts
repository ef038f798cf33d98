import { describe, expect, it } from "vitest";
import { NoAnswerError } from "../answers/site.ts";
import { findingsWith, liveSiteWith } from "../testkit.ts";
import { visitSite } from "../visit/visit.ts";
import { checkLinks } from "./links.ts";

const body = (more: string) => (html: string) => html.replace("</body>", `${more}</body>`);

describe("links", () => {
  it.each([
    [
      "a missing page",
      "index.html",
      body('<a href="/prices">Prices</a>'),
      "the page",
      "It links to /prices, which is not there.",
    ],
    [
      "a missing anchor",
      "index.html",
      body('<a href="#prices">Prices</a>'),
      "the page",
      "It links to #prices, and the page has no such anchor.",
    ],
    [
      "an anchor of another page",
      "404.html",
      body('<a href="/#prices">Prices</a>'),
      "the not-found page",
      "It links to #prices, and the page has no such anchor.",
    ],
    [
      "a relative link where any depth is possible",
      "404.html",
      body('<a href="./">Home</a>'),
      "the not-found page",
      "It links to /no-such-page/, which is not there.",
    ],
    [
      "a missing picture",
      "index.html",
      body('<img src="/ship.webp" alt="">'),
      "the page",
      "It needs /ship.webp, which is not there.",
    ],
    [
      "a missing picture of the style sheet",
      "index.html",
      body("<style>b{background:url('/ship.webp')}</style>"),
      "the page",
      "It needs /ship.webp, which is not there.",
    ],
    [
      "what is no address",
      "index.html",
      body('<a href="https://">Nowhere</a>'),
      "the page",
      '"https://" is not an address.',
    ],
    [
      "an address with a percent sign that begins no escape",
      "index.html",
      body('<a href="/100%">Prices</a>'),
      "the page",
      "It links to /100%, which is not there.",
    ],
    [
      "an anchor with such a percent sign",
      "index.html",
      body('<a href="#100%">Prices</a>'),
      "the page",
      "It links to #100%, and the page has no such anchor.",
    ],
    ["a missing card", "og.png", () => undefined, "the page", "It needs /og.png, which is not there."],
    [
      "a missing chunk",
      "assets/react-12345678.js",
      () => undefined,
      "/assets/form-12345678.js",
      "It imports /assets/react-12345678.js, which is not there.",
    ],
    [
      "a missing chunk of a script in the page",
      "index.html",
      body('<script type="module">import("/assets/gone-12345678.js")</script>'),
      "/#module-1",
      "It imports /assets/gone-12345678.js, which is not there.",
    ],
    [
      "a missing worker",
      "assets/worker-12345678.js",
      () => undefined,
      "/assets/form-12345678.js",
      "It imports /assets/worker-12345678.js, which is not there.",
    ],
    [
      "a script that was cut off",
      "assets/react-12345678.js",
      () => "export const a = `1",
      "/assets/react-12345678.js",
      "It is cut off, is not a JavaScript module, or imports what is no address.",
    ],
    [
      "an import of no address",
      "assets/react-12345678.js",
      () => 'import("https://")',
      "/assets/react-12345678.js",
      "It is cut off, is not a JavaScript module, or imports what is no address.",
    ],
  ])("finds %s", async (_fault, file, change, where, message) => {
    expect(await findingsWith(checkLinks, file, change)).toContainEqual(
      expect.objectContaining({ level: "wrong", where, message }),
    );
  });

  it("does not ask others while an export is verified", async () => {
    expect(
      await findingsWith(
        checkLinks,
        "index.html",
        body('<a href="https://other.example/gone">Other</a><img src="https://other.example/gone.png" alt="">'),
      ),
    ).toEqual([]);
  });

  it("finds an asset that lies outside the folder the site is published in", async () => {
    const site = liveSiteWith(undefined, new URL("https://shop.example/promo/"));
    const messages = (await checkLinks(await visitSite(site))).map(({ message }) => message);
    // But no link to what else is published there.
    expect(messages.filter((message) => message.includes("outside"))).toEqual(
      ["icon.svg", "og.png", "assets/entry-12345678.js", "icon.svg"].map(
        (path) => `It needs /${path}, which is outside the folder the site is published in, /promo/.`,
      ),
    );
  });

  it("finds nothing wrong with a link to the top, or to a part of a file that is no page", async () => {
    const anchors = ["#", "#top", "/icon.svg#part"].map((href) => `<a href="${href}">Part</a>`);
    expect(await findingsWith(checkLinks, "index.html", body(anchors.join("")))).toEqual([]);
  });

  it("finds a link to another site that is broken", async () => {
    const site = liveSiteWith(({ url, body: html }) =>
      url.host === "other.example"
        ? { status: 410 }
        : url.pathname === "/"
          ? {
              body: Buffer.from(
                `${String(html)}<a href="https://other.example/gone">Other</a><a href="mailto:us@shop.example">Us</a>`,
              ),
            }
          : undefined,
    );
    expect(await checkLinks(await visitSite(site))).toEqual([
      expect.objectContaining({ message: "https://other.example/gone answers 410." }),
    ]);
  });

  it("finds a link to another site that does not answer, and why", async () => {
    const site = liveSiteWith(({ url, body: html }) => {
      if (url.host === "other.example") throw new NoAnswerError(url, "expired");
      return url.pathname === "/"
        ? { body: Buffer.from(`${String(html)}<a href="https://other.example/">Other</a>`) }
        : undefined;
    });
    expect(await checkLinks(await visitSite(site))).toEqual([
      expect.objectContaining({ message: "https://other.example/ does not answer: expired." }),
    ]);
  });

  it("says how the page is answered if that is no success, and nothing of the links to it", async () => {
    const site = liveSiteWith(({ url }) => (url.pathname === "/" ? { status: 401 } : undefined));
    expect(await checkLinks(await visitSite(site))).toEqual([
      expect.objectContaining({ where: "the page", message: "It is answered with HTTP 401." }),
    ]);
  });

  it("finds an asset behind a redirect", async () => {
    const site = liveSiteWith(({ url }) => (url.pathname.includes("entry") ? { redirects: 1 } : undefined));
    expect(await checkLinks(await visitSite(site))).toEqual([
      expect.objectContaining({ message: expect.stringContaining("one more round trip") }),
    ]);
  });
});
