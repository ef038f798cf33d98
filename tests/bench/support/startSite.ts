import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { embeddedPublishableKey } from "../../../server/contract/brand.ts";
import { eventually } from "../../support/eventually.ts";
import { startStack } from "../../../server/embedded/stack/stack.ts";

/** An export on a real stack with its own database. */
export interface BenchSite {
  origin: string;
  /** A user's session, as the auth service returns it; always the same one. */
  session(): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts a site, with rate limits too high to matter. */
export async function startSite(exportFolder: string): Promise<BenchSite> {
  const parent = await mkdtemp(join(tmpdir(), "keelbook-bench-"));
  await chmod(parent, 0o755);
  const rateLimit = { burst: 10_000, secondsPerRequest: 1 };
  const stack = await startStack({ dataFolder: join(parent, "data"), port: 0, exportFolder, rateLimit });
  const ask = async (path: string, body: object): Promise<unknown> => {
    const response = await fetch(`${stack.url}/auth/v1/${path}`, {
      method: "POST",
      headers: { apikey: embeddedPublishableKey, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const signIn = async (): Promise<unknown> => {
    const inbox = join(stack.dataFolder, "inbox");
    const mails = async () => (await readdir(inbox).catch(() => [])).filter((name) => name.endsWith(".eml"));
    await ask("signup", { email: `${crypto.randomUUID()}@example.com`, password: "a-long-passphrase" });
    // The mail is sent after the answer.
    await eventually("the mail to confirm the address", async () => (await mails()).length > 0);
    const [mail = ""] = await mails();
    const { text = "" } = await PostalMime.parse(await readFile(join(inbox, mail)));
    const { hash } = new URL(/https?:\S+/u.exec(text)?.[0] ?? "");
    return ask("verify", Object.fromEntries(new URLSearchParams(hash.slice(1))));
  };
  let session: Promise<unknown> | undefined;
  return {
    origin: stack.url,
    session: () => (session ??= signIn()),
    async stop() {
      await stack.stop();
      await rm(parent, { recursive: true, force: true });
    },
  };
}
