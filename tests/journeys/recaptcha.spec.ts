import { execFileSync } from "node:child_process";
import { rm } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { expectToast, waitlistForm } from "./forms.ts";
import { expect, freshAddress, test } from "./site.ts";

const out = "dist/recaptcha";

/** Stands in for Google's script: a checkbox that returns a token when it is ticked, in a box of the size of Google's. */
const script = `
  let options;
  window.grecaptcha = {
    ready: (callback) => callback(),
    render: (container, given) => {
      options = given;
      const box = Object.assign(document.createElement("input"), { type: "checkbox", ariaLabel: "Stand-in for reCAPTCHA" });
      box.addEventListener("change", () => given.callback("token-of-the-visitor"));
      // Google's script also reports to Google, from the page itself.
      box.addEventListener("change", () => fetch("https://www.google.com/recaptcha/api2/clr", { method: "POST", body: "" }));
      const frame = document.createElement("div");
      const [width, height] = given.size === "compact" ? [164, 144] : [304, 78];
      Object.assign(frame.style, { width: width + "px", height: height + "px" });
      frame.append(box);
      (typeof container === "string" ? document.getElementById(container) : container).append(frame);
      return 0;
    },
    reset: () => { document.querySelector("[aria-label^=Stand-in]").checked = false; },
    getResponse: () => (document.querySelector("[aria-label^=Stand-in]").checked ? "token-of-the-visitor" : ""),
  };`;

/** Stands in for Google's verification, at the wire of this process. */
const asked: URLSearchParams[] = [];
const google = setupServer(
  http.post("https://www.google.com/recaptcha/api/siteverify", async ({ request }) => {
    asked.push(new URLSearchParams(await request.text()));
    return HttpResponse.json({ success: true, hostname: "localhost" });
  }),
);

/** Answers the request for Google's script only once the returned function is called. */
async function holdGoogle(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("https://www.google.com/recaptcha/api.js*", async (request) => {
    await held;
    await request.fulfill({ contentType: "text/javascript", body: script });
  });
  return release;
}

test.use({ exportFolder: `${out}/client`, captcha: { kind: "recaptcha", secret: "secret-of-the-site" } });
test.describe.configure({ mode: "serial" });

test.beforeAll(() => {
  execFileSync(process.execPath, ["scripts/build.mjs", out], {
    env: { ...process.env, PUBLIC_RECAPTCHA_SITE_KEY: "site-key" },
    stdio: "ignore",
  });
  google.listen({ onUnhandledRequest: "bypass" });
});
test.afterAll(async () => {
  google.close();
  await rm(out, { recursive: true, force: true });
});

test("with a reCAPTCHA key the widget is Google's, polled for until it is ready, and the server asks Google", async ({
  quietPage: page,
  site,
}) => {
  const release = await holdGoogle(page);
  await page.route("https://www.google.com/recaptcha/api2/clr", (request) =>
    request.fulfill({ headers: { "access-control-allow-origin": "*" } }),
  );
  await page.setViewportSize({ width: 320, height: 740 });
  await page.goto(`${site.url}/#waitlist`);
  const form = waitlistForm(page);
  await expect(form).toHaveAttribute("data-live", "react");
  await expect(form.getByRole("button", { name: "Join Waitlist" })).toBeDisabled();
  // Its box has its room before it is there, and is the small one on a small screen.
  const place = page.locator("#waitlist-captcha");
  const before = await place.boundingBox();
  release();
  await expect(place.locator("div")).toHaveCSS("width", "164px");
  expect((await place.boundingBox())?.height).toBe(before?.height);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await expect(form.getByRole("button", { name: "Join Waitlist" })).toBeEnabled();

  await form.getByLabel("Email").fill(freshAddress());
  await form.getByRole("button", { name: "Join Waitlist" }).click();
  await expectToast(page, "alert", "Verification required", "Please complete the reCAPTCHA verification.");
  await form.getByLabel("Stand-in for reCAPTCHA").check();
  await form.getByRole("button", { name: "Join Waitlist" }).click();
  await expect(page.getByRole("heading", { name: "Thanks for joining our waitlist!" })).toBeVisible();
  expect(asked.map((call) => Object.fromEntries(call))).toEqual([
    { secret: "secret-of-the-site", response: "token-of-the-visitor", remoteip: expect.stringContaining("127.0.0.1") },
  ]);
});
