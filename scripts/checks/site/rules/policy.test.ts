import { describe, expect, it } from "vitest";
import { findingsWith, liveSiteWith } from "../testkit.ts";
import { visitSite } from "../visit/visit.ts";
import { checkPolicy } from "./policy.ts";

const replacing = (pattern: RegExp, instead: string) => (text: string) => text.replace(pattern, instead);
const messages = async (...planted: [string, (text: string) => string | undefined]) =>
  (await findingsWith(checkPolicy, ...planted)).map(({ message }) => message);

describe("the policy", () => {
  it.each([
    ["none", "_headers", () => undefined, /^It comes without a Content-Security-Policy\.$/u],
    [
      "an inline script that changed",
      "index.html",
      replacing(/lang='en'/u, "lang='de'"),
      /^The policy refuses its inline script "document\.documentElement\.lang='de'…", 'sha256-/u,
    ],
    [
      "an inline style that changed",
      "404.html",
      replacing(/margin:0/u, "margin:1px"),
      /^The policy refuses its inline style "body\{margin:1px\}…"/u,
    ],
    [
      "a hash left from another build",
      "_headers",
      replacing(/script-src/u, "script-src 'sha256-old='"),
      /^It allows 'sha256-old=', which no page has\.$/u,
    ],
    [
      "a policy that allows all scripts",
      "_headers",
      replacing(/script-src/u, "script-src 'unsafe-inline'"),
      /^It allows every script\.$/u,
    ],
    [
      "a policy that allows all styles",
      "_headers",
      replacing(/style-src/u, "style-src *"),
      /^It allows every style\.$/u,
    ],
    [
      "a script of another host",
      "index.html",
      replacing(/<h1>/u, '<script async src="https://cdn.example/x.js"></script><h1>'),
      /^The policy refuses its script https:\/\/cdn\.example\/x\.js\.$/u,
    ],
    [
      "an event handler",
      "index.html",
      replacing(/<h1>/u, '<h1 onclick="go()">'),
      /^The policy refuses onclick on <h1>\.$/u,
    ],
    [
      "a style attribute",
      "404.html",
      replacing(/<h1>/u, '<h1 style="color:red">'),
      /^The policy refuses the style attribute of <h1>\.$/u,
    ],
  ])("finds %s", async (_fault, file, change, message) => {
    expect(await messages(file, change)).toContainEqual(expect.stringMatching(message));
  });

  it("leaves a script at no address to the check of links", async () => {
    expect(await messages("index.html", replacing(/<h1>/u, '<script src="https://"></script><h1>'))).toEqual([]);
  });

  it("does not take a data block for a script", async () => {
    expect(await messages("index.html", replacing(/"name":"Shop"/u, '"name":"Store"'))).toEqual([]);
  });

  const project = "https://api.shop.example";
  const sentWith = async (policy: string, connect = "") => {
    const visit = await visitSite(
      liveSiteWith(({ headers, url }) => {
        const own = headers.get("content-security-policy")?.replace(/$/u, connect);
        headers.set("content-security-policy", `${own}, ${policy}`);
        return url.pathname === "/assets/react-12345678.js"
          ? { body: Buffer.from(`fetch("${project}/functions/v1/forms/waitlist")`) }
          : undefined;
      }),
    );
    return checkPolicy(visit);
  };
  const toProject = `; connect-src 'self' ${project}`;

  it.each([
    ["default-src 'self'", /^The policy refuses its inline script "document/u],
    ["style-src 'self' 'sha256-old='", /^The policy refuses its inline style/u],
    [
      "script-src-elem https://cdn.example 'unsafe-inline'",
      /^The policy refuses its script https:\/\/shop\.example\//u,
    ],
    ["script-src 'self' 'unsafe-inline' 'nonce-old'", /^The policy refuses its inline script/u],
    ["connect-src 'self' api.shop.example:8443", /^It keeps the forms from https:\/\/api\.shop\.example\.$/u],
    ["connect-src 'self' https://*.other.example", /^It keeps the forms from https:\/\/api\.shop\.example\.$/u],
  ])("finds what a second policy of the host refuses: %s", async (policy, message) => {
    expect(await sentWith(policy, toProject)).toContainEqual(
      expect.objectContaining({
        level: "wrong",
        message: expect.stringMatching(message),
        remedy: expect.stringMatching(/^Browsers obey each/u),
      }),
    );
  });

  it.each([
    "frame-ancestors 'none'",
    "upgrade-insecure-requests; object-src 'none'",
    "connect-src https:",
    `connect-src ${project}`,
    "connect-src *.shop.example",
    "connect-src *",
    "default-src 'self' https: 'unsafe-inline'",
    "connect-src api.shop.example:443",
    "connect-src http://api.shop.example",
    `connect-src ${project}/functions/v1/`,
  ])("finds nothing wrong with a second policy that refuses nothing of the site: %s", async (policy) => {
    expect(await sentWith(policy, toProject)).toEqual([]);
  });

  it("finds that its policy is for another project than the one that the forms call", async () => {
    expect(await sentWith("", "; connect-src 'self' https://old.example")).toEqual([
      expect.objectContaining({ level: "wrong", message: `It keeps the forms from ${project}.` }),
    ]);
  });

  it("says where a host cannot send one", async () => {
    const visit = await visitSite(
      liveSiteWith(({ headers }) => {
        headers.set("server", "GitHub.com");
        return undefined;
      }),
    );
    expect(await checkPolicy(visit)).toEqual([expect.objectContaining({ level: "unknown" })]);
  });
});
