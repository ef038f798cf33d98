import { expect, it } from "vitest";
import { CliError } from "../../../cli/errors.ts";
import type { Answer, Site } from "../answers/site.ts";
import { liveSiteWith } from "../testkit.ts";
import { visitSite } from "../visit/visit.ts";
import { checkEncryption } from "./encryption.ts";

const plain = "http://shop.example/";

/** Checks the sound site where what is asked without encryption is answered by `answer`. */
async function checked(answer: (sound: Answer) => Partial<Answer>, site: Site = liveSiteWith()) {
  const visit = await visitSite({
    ...site,
    get: async (url) => {
      const sound = await site.get(url);
      return url.protocol === "http:" ? { ...sound, ...answer(sound) } : sound;
    },
  });
  return (await checkEncryption(visit)).map(({ level, where, message }) => `${level}: ${where}: ${message}`);
}

it.each([
  ["the page itself", { url: new URL(plain) }, /^It is shown without encryption/u],
  ["a redirect to itself", { url: new URL(plain), status: 301 }, /^It leads to http:\/\/shop/u],
  ["another name of the site", { url: new URL("https://www.shop.example/") }, /^It leads to https:\/\/www\.shop/u],
])("finds that http:// is answered with %s", async (_what, answer, message) => {
  expect(await checked(() => answer)).toEqual([
    expect.stringMatching(new RegExp(`^wrong: ${plain}: ${message.source.slice(1)}`, "u")),
  ]);
});

it.each([
  ["redirects to the site", () => ({})],
  ["refuses it", () => ({ url: new URL(plain), status: 403 })],
  [
    "does not answer there",
    () => {
      throw new CliError("unreachable", `${plain} does not answer: ECONNREFUSED`);
    },
  ],
])("finds nothing wrong with a host that %s", async (_what, answer) => {
  expect(await checked(answer)).toEqual([]);
});

const remembering = (value: string | undefined, server = "x") =>
  liveSiteWith(({ headers }) => {
    headers.set("server", server);
    if (value === undefined) headers.delete("strict-transport-security");
    else headers.set("strict-transport-security", value);
    return undefined;
  });

it.each([
  [undefined, "missing"],
  ["max-age=0; includeSubDomains", "max-age=0; includeSubDomains"],
])("warns where browsers remember nothing: %s", async (value, named) => {
  expect(await checked(() => ({}), remembering(value))).toEqual([
    expect.stringMatching(new RegExp(`^warning: the page: .*strict-transport-security is ${named}\\.$`, "u")),
  ]);
});

it.each([
  ['includeSubDomains; Max-Age="300"', remembering('includeSubDomains; Max-Age="300"')],
  ["GitHub Pages, which cannot be told to", remembering(undefined, "GitHub.com")],
  ["a port of its own", liveSiteWith(undefined, new URL("https://shop.example:8443/"))],
  ["this machine", liveSiteWith(undefined, new URL("https://localhost/"))],
  ["a local network", liveSiteWith(undefined, new URL("http://shop.example/"))],
])("says nothing of %s", async (_what, site) => {
  expect(await checked(() => ({}), site)).toEqual([]);
});
