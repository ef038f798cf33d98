import { expect, it } from "vitest";
import { addressOfSite, pathOfSite } from "./pathOfSite.ts";
import { resolveSettings } from "./resolve.ts";

it.each([
  [{}, undefined],
  [{ SITE_URL: "no address" }, undefined],
  [{ SITE_URL: "https://a.example" }, "/"],
  [{ SITE_URL: "https://a.example/promo/2027/" }, "/promo/2027/"],
  [{ SITE_URL: "https://a.example/promo/index.html" }, "/promo/"],
  [{ PUBLIC_SITE_URL: "https://a.example/promo" }, "/promo/"],
  [{ PUBLIC_SITE_URL: "https://a.example/index.html" }, undefined],
  [{ SITE_URL: "https://a.example/promo", PUBLIC_SITE_URL: "https://a.example" }, "/promo/"],
  [{ SITE_URL: "https://a.example/promo", PUBLIC_SITE_URL: "https://preview.example" }, undefined],
])("reads the path of the site from its address: %j", (addresses: Record<string, string>, path) => {
  const settings = Object.fromEntries(Object.entries(addresses).map(([key, value]) => [key, { value }]));
  expect(pathOfSite(settings)?.path).toBe(path);
});

it.each([
  [{}, undefined],
  [{ SITE_URL: "no address" }, undefined],
  [{ SITE_URL: "https://a.example/promo" }, "https://a.example/promo/"],
  [{ SITE_URL: "https://bücher.example" }, "https://xn--bcher-kva.example/"],
  [{ SITE_URL: "https://a.example/promo", PUBLIC_SITE_URL: "https://preview.example" }, "https://preview.example/"],
])("knows the address for which the page has to be built: %j", (env: Record<string, string>, address) => {
  expect(addressOfSite(resolveSettings({}, env, "/nowhere"))).toBe(address);
});
