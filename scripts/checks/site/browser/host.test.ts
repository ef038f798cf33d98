import { request } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { hostSite } from "./host.ts";

it("answers any path, and goes on when the site has no answer to one", async () => {
  const { origin, close } = await hostSite({
    live: false,
    address: new URL("https://site.example/"),
    files: new Map(),
    get: async (url) => {
      if (url.pathname === "/lost") throw new Error("It cannot be read.");
      const body = Buffer.from(url.pathname);
      return { url, status: 200, headers: new Headers(), body, transferred: body.length, redirects: 0 };
    },
  });
  onTestFinished(close);
  const { hostname, port } = new URL(origin);
  const ask = (path: string) =>
    new Promise((resolve) => {
      const asked = request({ hostname, port, path }, (answer) => {
        answer.on("data", (chunk: Buffer) => resolve(chunk.toString()));
      });
      asked.on("error", (error) => resolve(error.message)).end();
    });
  expect([await ask("/lost"), await ask("//"), await ask("/a")]).toEqual(["socket hang up", "//", "/a"]);
});
