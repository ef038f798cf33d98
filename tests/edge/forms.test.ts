import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { captchaSecret, mintCaptcha, siteOrigin, startBackend } from "../support/backend.ts";

// The binary itself: the package's launcher would leave it running when it is killed.
const deno = join(
  dirname(createRequire(import.meta.url).resolve("deno/package.json")),
  process.platform === "win32" ? "deno.exe" : "deno",
);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

/** The production default: the edge function in Deno, here against the test database. */
describe("the edge function", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let child: ChildProcess;
  let base: string;

  beforeAll(async () => {
    backend = await startBackend();
    const port = await freePort();
    base = `http://127.0.0.1:${port}/forms`;
    const args = [
      "run",
      "--quiet",
      "--no-remote",
      "--node-modules-dir=manual",
      "--allow-net",
      "--allow-env",
      "--allow-read",
      "supabase/functions/forms/index.ts",
    ];
    child = spawn(deno, args, {
      env: {
        ...process.env,
        PORT: String(port),
        SUPABASE_URL: backend.origin,
        SUPABASE_SECRET_KEY: backend.secretKey,
        SITE_URL: siteOrigin,
        FORMS_SECRET: captchaSecret,
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
    await eventually("a healthy edge function", () =>
      fetch(`${base}/health`).then(
        (answer) => answer.ok,
        () => false,
      ),
    );
  });
  afterAll(async () => {
    child.kill("SIGKILL");
    await backend.stop();
  });

  const signUp = async (headers: Record<string, string> = {}) =>
    fetch(`${base}/waitlist`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: siteOrigin, ...headers },
      body: JSON.stringify({ email: "edge@example.com", captcha: await mintCaptcha() }),
    });

  it("stores a sign-up once, under the path the platform calls it by", async () => {
    expect((await signUp()).status).toBe(201);
    const again = await signUp();
    expect(again.status).toBe(409);
    expect(again.headers.get("access-control-allow-origin")).toBe(siteOrigin);
    const { data } = await backend.supabase.from("waitlist").select("email");
    expect(data).toEqual([{ email: "edge@example.com" }]);
  });

  it("limits each client by the address the platform forwards", async () => {
    let lie = 0;
    const from = (address: string) =>
      signUp({ "cf-connecting-ip": address, "x-forwarded-for": `192.0.2.${lie++}, ${address}` });
    const statuses = await Promise.all(Array.from({ length: 25 }, async () => (await from("192.0.2.1")).status));
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect((await from("192.0.2.2")).status).toBe(409);
  });

  it("serves challenges", async () => {
    expect(await (await fetch(`${base}/captcha`)).json()).toHaveProperty("signature");
  });
});
