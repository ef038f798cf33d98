import { expect, test } from "./site.ts";

/** What an injected script would try first. */
const attacks = {
  innerHTML: () => void (document.body.innerHTML = "<img src=x onerror=alert(1)>"),
  "a script's address": () => void (document.createElement("script").src = "/assets/stolen.js"),
  "a worker's address": () => void new Worker("/assets/stolen.js"),
  "a policy of its own": () =>
    Reflect.get(Object(globalThis), "trustedTypes").createPolicy("evil", { createHTML: (text: string) => text }),
};

test.describe("Trusted Types", () => {
  // The refusals are the expected result.
  test.use({ allowedConsole: /TrustedHTML|TrustedScriptURL|trusted-types|Trusted Type/u });

  test("refuse each of an injected script's first attempts", async ({ quietPage: page, site }) => {
    await page.goto(site.url);
    for (const [name, attack] of Object.entries(attacks))
      await expect.soft(page.evaluate(attack), name).rejects.toThrow(/TypeError|Refused to/u);
  });
});
