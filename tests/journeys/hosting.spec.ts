import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { extname, join } from "node:path";
import { expect, test } from "./site.ts";
import { build, subPath } from "../export/build.ts";
import { listen } from "../support/listen.ts";

const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

/** The simplest possible static host: files by name below a sub-path, and 404.html for everything else. */
async function hostUnder(base: string, folder: string): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const name = pathname === base ? "index.html" : pathname.slice(base.length);
    readFile(join(folder, pathname.startsWith(base) ? name : "nowhere")).then(
      (body) =>
        response.writeHead(200, { "content-type": types[extname(name)] ?? "application/octet-stream" }).end(body),
      async () =>
        response.writeHead(404, { "content-type": "text/html" }).end(await readFile(join(folder, "404.html"))),
    );
  });
  return { server, url: `http://127.0.0.1:${await listen(server)}${base}` };
}

test.describe("under a sub-path of a plain static host", () => {
  let server: Server;
  let url: string;

  test.beforeAll(async () => {
    await build(["--if-changed", subPath.folder], subPath.settings);
    ({ server, url } = await hostUnder("/promo/", `${subPath.folder}/client`));
  });
  test.afterAll(() => server.close());
  test.use({ allowedConsole: /404/u });

  test("the page is complete, its forms hydrate, and its not-found page leads back to it", async ({
    quietPage: page,
  }) => {
    const missing: string[] = [];
    page.on("response", (response) => response.status() >= 400 && missing.push(response.url()));
    await page.goto(`${url}#waitlist`);
    await expect(page.locator("#waitlist form")).toHaveAttribute("data-live", "react");
    await expect(page.locator('link[rel="icon"]').first()).toHaveAttribute("href", /^\/promo\//u);
    expect(missing).toEqual([]);
    await expect(page.locator("#imprint")).toContainText(subPath.settings.PUBLIC_IMPRINT);
    await expect(page.locator("#beta figure")).toHaveText(/^I sent .* needed\.Ada Berg, Turku$/u);
    await page.goto(`${url}deep/down`);
    await page.getByRole("link", { name: "Return to Home" }).click();
    await expect(page).toHaveURL(url);
  });
});
