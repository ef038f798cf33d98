import { createServer } from "node:http";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createMemoryStore } from "../store/memory.ts";
import { emptyMemory } from "../store/store.ts";
import { chooseCaptcha } from "./choose.ts";
import { createRecaptcha } from "./recaptcha.ts";
import { collectGarbage } from "../../tests/support/collectGarbage.ts";
import { listen } from "../../tests/support/listen.ts";

/** Stands in for Google at the wire: a real HTTP server that answers what the test says. */
async function startProvider(answer: { status?: number; body?: string; hang?: boolean }) {
  const seen: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => (text += String(chunk)));
    request.on("end", () => {
      seen.push(new URLSearchParams(text));
      if (!answer.hang)
        response.writeHead(answer.status ?? 200, { "content-type": "application/json" }).end(answer.body);
    });
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const realFetch = fetch;
  const redirect: typeof fetch = (input, init) =>
    realFetch(String(input).replace("https://www.google.com", origin), init);
  return { seen, redirect, stop: () => void (server.closeAllConnections() ?? server.close()) };
}

describe("reCAPTCHA v2", () => {
  afterEach(() => vi.unstubAllGlobals());
  const verify = async (answer: Parameters<typeof startProvider>[0], address?: string) => {
    const provider = await startProvider(answer);
    onTestFinished(provider.stop);
    const verdict = await createRecaptcha({
      secret: "s3cret",
      hostname: "keelbook.example",
      fetch: provider.redirect,
    }).verify("token", address);
    return { verdict, seen: provider.seen };
  };
  const ok = JSON.stringify({ success: true, hostname: "keelbook.example" });

  it("passes what Google accepts, and sends the secret, the token and the address", async () => {
    const { verdict, seen } = await verify({ body: ok }, "192.0.2.7");
    expect(verdict).toBe("passed");
    expect(Object.fromEntries(seen[0] ?? [])).toEqual({ secret: "s3cret", response: "token", remoteip: "192.0.2.7" });
    const unknown = await verify({ body: ok });
    expect(unknown.seen[0]?.has("remoteip")).toBe(false);
  });

  it.each([
    ["failed", { body: JSON.stringify({ success: false, "error-codes": ["timeout-or-duplicate"] }) }],
    ["failed", { body: JSON.stringify({ success: true, hostname: "evil.example" }) }],
    ["unavailable", { body: JSON.stringify({ success: false, "error-codes": ["invalid-input-secret"] }) }],
    ["unavailable", { status: 500, body: "" }],
    ["unavailable", { body: JSON.stringify({ success: "yes" }) }],
  ] as const)("is %s for %j", async (expected, answer) => {
    expect((await verify(answer)).verdict).toBe(expected);
  });

  it("counts only for the host of the site, whatever its port", async () => {
    const provider = await startProvider({ body: ok });
    onTestFinished(provider.stop);
    vi.stubGlobal("fetch", provider.redirect);
    for (const [siteUrl, verdict] of [
      ["https://keelbook.example:8443", "passed"],
      ["https://other.example", "failed"],
    ] as const) {
      const store = createMemoryStore(emptyMemory());
      const options = { secret: "s".repeat(32), store, clock: () => new Date() };
      const captcha = chooseCaptcha({ ...options, captcha: { kind: "recaptcha", secret: "s3cret" }, siteUrl });
      expect(await captcha.verify("token", undefined)).toBe(verdict);
    }
  });

  it("gives up after five seconds and lets nobody in", async () => {
    collectGarbage();
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const limit = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms / 50));
    onTestFinished(() => limit.mockRestore());
    expect((await verify({ hang: true })).verdict).toBe("unavailable");
    expect(limit.mock.calls).toEqual([[5000]]);
  });
});
