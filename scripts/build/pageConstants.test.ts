import { expect, it } from "vitest";
import { pageConstants } from "./pageConstants.ts";

it("has a constant for each setting of the page, set or not, and for no other", () => {
  const constants = pageConstants({ PUBLIC_SITE_URL: "https://site.example", BASE_PATH: "/promo/" });
  expect(constants["import.meta.env.PUBLIC_SITE_URL"]).toBe('"https://site.example"');
  // Otherwise a blank one of the environment would count.
  expect(constants["import.meta.env.PUBLIC_RECAPTCHA_SITE_KEY"]).toBe("undefined");
  expect(Object.keys(constants).filter((name) => !name.startsWith("import.meta.env.PUBLIC_"))).toEqual([]);
});
