import { expect, it } from "vitest";
import { type Answer, NoAnswerError, type Site } from "../answers/site.ts";
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

it("finds that http:// leads to what does not answer", async () => {
  const error = new NoAnswerError(new URL("https://www.shop.example/"), "its certificate is for another name");
  const answer = () => {
    throw error;
  };
  expect(await checked(answer)).toEqual([
    `wrong: ${plain}: It does not lead to https://shop.example/: ${error.message}.`,
  ]);
});

it.each([
  ["redirects to the site", () => ({})],
  ["refuses it", () => ({ url: new URL(plain), status: 403 })],
  [
    "does not answer there",
    () => {
      throw new NoAnswerError(new URL(plain), "ECONNREFUSED");
    },
  ],
])("finds nothing wrong with a host that %s", async (_what, answer) => {
  expect(await checked(answer)).toEqual([]);
});

const remembering = (value: string | undefined, { server = "x", address = "https://shop.example/" } = {}) =>
  liveSiteWith(({ headers }) => {
    headers.set("server", server);
    if (value === undefined) headers.delete("strict-transport-security");
    else headers.set("strict-transport-security", value);
    return undefined;
  }, new URL(address));

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
  ["GitHub Pages, which cannot be told to", remembering(undefined, { server: "GitHub.com" })],
  ["an IPv4 address, for which browsers remember nothing", remembering(undefined, { address: "https://192.0.2.1/" })],
  ["an IPv6 address", remembering(undefined, { address: "https://[2001:db8::1]/" })],
  ["a port of its own", liveSiteWith(undefined, new URL("https://shop.example:8443/"))],
  ["this machine", liveSiteWith(undefined, new URL("https://localhost/"))],
  ["a local network", liveSiteWith(undefined, new URL("http://shop.example/"))],
])("says nothing of %s", async (_what, site) => {
  expect(await checked(() => ({}), site)).toEqual([]);
});

const day = 24 * 60 * 60_000;

/** What is said of the certificate of the sound site, which began and ends these days from now. */
async function certified(begins: number, ends: number, distrust?: string) {
  const validity = { from: Date.now() + begins * day, until: Date.now() + ends * day };
  const visit = await visitSite({ ...liveSiteWith(), validity, ...(distrust !== undefined && { distrust }) });
  return (await checkEncryption(visit)).map(({ level, message, remedy }) => `${level}: ${message} ${remedy}`);
}

it.each([
  [
    "of 90 days that nobody renewed",
    [-80, 10],
    /^warning: Its certificate ends at 2.*, and has not been renewed\. Renew/u,
  ],
  ["of six days that nobody renewed", [-5.5, 0.5], /^warning: Its certificate ends at 2/u],
  ["that has ended", [-91, -1, "certificate has expired"], /^wrong: Its certificate is not trusted: .*\. Renew it/u],
  [
    "for another name",
    [-1, 89, "Host: a. is not in the cert's altnames: DNS:b"],
    /Have the host use a certificate for shop/u,
  ],
  ["of an unknown authority", [-1, 89, "self-signed certificate"], /If your own authority issued it/u],
] as const)("finds a certificate %s", async (_what, [begins, ends, distrust], finding) => {
  expect(await certified(begins, ends, distrust)).toEqual([expect.stringMatching(finding)]);
});

it.each([
  [-61, 29],
  [-350, 20],
  [-4, 2],
])("finds nothing wrong with a certificate that began %d days from now and ends after %d", async (begins, ends) => {
  expect(await certified(begins, ends)).toEqual([]);
});
