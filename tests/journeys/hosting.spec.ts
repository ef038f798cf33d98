import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { extname, join } from "node:path";
import type { Page } from "@playwright/test";
import { headersFor, readSiteHeaders } from "../../server/http/siteHeaders.ts";
import { formsBasePath } from "../../server/contract/outcomes.ts";
import { build, subPath } from "../export/build.ts";
import { listen } from "../support/listen.ts";
import { expectToast, waitlistForm } from "./forms.ts";
import { expect, freshAddress, test } from "./site.ts";

const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

/**
 * Imitates a simple static host: it serves an export's files by name below a sub-path, with their headers, and
 * 404.html for everything else. The files of an `older` site, by path, come first.
 */
async function hostUnder(
  base: string,
  folder: string,
  older = new Map<string, string>(),
): Promise<{ server: Server; url: string }> {
  const table = await readSiteHeaders(join(folder, "headers.json"));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const kept = older.get(pathname);
    if (kept !== undefined)
      return response.writeHead(200, { "content-type": types[extname(pathname)] ?? "text/html" }).end(kept);
    const name = pathname === base ? "index.html" : pathname.slice(base.length);
    const send = (body: Buffer, type: string, found: boolean) =>
      response.writeHead(found ? 200 : 404, { ...headersFor(table, pathname, found), "content-type": type }).end(body);
    readFile(join(folder, "client", pathname.startsWith(base) ? name : "nowhere")).then(
      (body) => send(body, types[extname(name)] ?? "application/octet-stream", true),
      async () => send(await readFile(join(folder, "client/404.html")), "text/html", false),
    );
  });
  return { server, url: `http://127.0.0.1:${await listen(server)}${base}` };
}

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

test.describe("under a sub-path of a plain static host", () => {
  // The tests share one export.
  test.describe.configure({ mode: "default" });
  let server: Server;
  let url: string;

  test.beforeAll(async () => {
    await build(["--if-changed", subPath.folder], subPath.settings);
    ({ server, url } = await hostUnder("/promo/", subPath.folder));
  });
  test.afterAll(() => server.close());
  test.use({ allowedConsole: /404/u });

  test("the page is complete, its forms hydrate, and its not-found page leads back to it", async ({
    quietPage: page,
  }) => {
    const missing: string[] = [];
    page.on("response", (response) => response.status() >= 400 && missing.push(response.url()));
    (await holdGoogle(page))();
    await page.goto(`${url}#waitlist`);
    await expect(page.locator("#waitlist form")).toHaveAttribute("data-live", "react");
    await expect(page.locator('link[rel="icon"]').first()).toHaveAttribute("href", /^\/promo\//u);
    expect(missing).toEqual([]);
    await expect(page.locator("#imprint")).toContainText(subPath.settings.PUBLIC_IMPRINT);
    await expect(page.locator("#waitlist figure")).toHaveText(/^I sent .* needed\.Ada Berg, Turku · Built by /u);
    await page.goto(`${url}deep/down`);
    await page.getByRole("link", { name: "Return to Home" }).click();
    await expect(page).toHaveURL(url);
  });

  test("with a reCAPTCHA key the widget is Google's, polled for until it is ready, and the form sends its token", async ({
    quietPage: page,
  }) => {
    const release = await holdGoogle(page);
    await page.route("https://www.google.com/recaptcha/api2/clr", (request) =>
      request.fulfill({ headers: { "access-control-allow-origin": "*" } }),
    );
    const sent: unknown[] = [];
    // Tests in server/captcha check what the backend asks Google.
    await page.route(`**${formsBasePath}/waitlist`, (request) => {
      sent.push(request.request().postDataJSON());
      return request.fulfill({
        status: 201,
        headers: { "access-control-allow-origin": "*" },
        json: { code: "joined" },
      });
    });
    await page.setViewportSize({ width: 320, height: 740 });
    await page.goto(`${url}#waitlist`);
    const form = waitlistForm(page);
    await expect(form).toHaveAttribute("data-live", "react");
    await expect(form.getByRole("button", { name: "Join Waitlist" })).toBeDisabled();
    // Its box has room before it loads, and is the small one on a small screen.
    const place = page.locator("#waitlist-captcha");
    const before = await place.boundingBox();
    release();
    await expect(place.locator("div")).toHaveCSS("width", "164px");
    expect((await place.boundingBox())?.height).toBe(before?.height);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await expect(form.getByRole("button", { name: "Join Waitlist" })).toBeEnabled();

    const email = freshAddress();
    await form.getByLabel("Email").fill(email);
    await form.getByRole("button", { name: "Join Waitlist" }).click();
    await expectToast(page, "alert", "Verification required", "Please complete the reCAPTCHA verification.");
    await form.getByLabel("Stand-in for reCAPTCHA").check();
    await form.getByRole("button", { name: "Join Waitlist" }).click();
    await expect(page.getByRole("heading", { name: "Thanks for joining our waitlist!" })).toBeVisible();
    expect(sent).toEqual([expect.objectContaining({ email, captcha: "token-of-the-visitor" })]);
  });
});

/** A service worker that answers with the page that it has kept. */
const olderWorker = `
  addEventListener("install", (event) => event.waitUntil(caches.open("pages").then((cache) => cache.add("/")).then(skipWaiting())));
  addEventListener("activate", (event) => event.waitUntil(clients.claim()));
  addEventListener("fetch", (event) => event.respondWith(caches.match(event.request).then((page) => page ?? fetch(event.request))));`;

test("the page of an older site, which its service worker has kept, gives way to this one", async ({ page }) => {
  const older = new Map([
    ["/", `<h1>Older site</h1><script>navigator.serviceWorker.register("/sw.js")</script>`],
    ["/sw.js", olderWorker],
  ]);
  const { server, url } = await hostUnder("/", "dist", older);
  try {
    await page.goto(url);
    await page.evaluate(
      () =>
        navigator.serviceWorker.controller ??
        new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve)),
    );
    older.clear();
    const loads: string[] = [];
    page.on("domcontentloaded", () => loads.push(page.url()));
    await page.goto(url);
    await expect(page.locator("#waitlist form")).toBeAttached();
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);
    // These are the older page and this one.
    expect(loads).toEqual([url, url]);
  } finally {
    server.close().closeAllConnections();
  }
});
