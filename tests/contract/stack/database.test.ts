import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { serversOf } from "../../../server/embedded/postgres/processes.ts";
import type { Stack } from "../../../server/embedded/stack/stack.ts";
import { createServiceClient } from "../../../server/supabase/client.ts";
import { nodeHost } from "../../../server/supabase/nodeHost.ts";
import { eventually } from "../../support/eventually.ts";
import { lockHolder } from "../../support/lockHolder.ts";
import { operator, useStackFolder } from "./stackFolder.ts";

describe("the database under the embedded stack", () => {
  const folder = useStackFolder();
  beforeEach(folder.prepare);
  const cluster = () => join(folder.dataFolder, "postgres");
  const killPostmaster = async () => {
    for (const { pid, postmaster } of await serversOf(cluster())) if (postmaster) process.kill(pid, "SIGKILL");
  };

  /** Why the database does not come back; if waiting fails, the error says what was found instead. */
  const lastLine = async (stack: Stack, lines: readonly string[]): Promise<string> => {
    let line = "";
    void stack.died.then((said) => (line = said));
    await eventually("the end", async () => line !== "", 60_000).catch(async (cause: unknown) => {
      throw new Error(JSON.stringify({ lines, servers: await serversOf(cluster()) }), { cause });
    });
    return line;
  };

  it("is restarted when killed, and ends the stack with one line when it does not come back", async () => {
    const lines: string[] = [];
    const stack = await folder.start({ log: (line) => lines.push(line) });
    await operator(stack).from("waitlist").insert({ email: "kept@example.com" });
    await killPostmaster();
    await eventually("the restart", async () => lines.some((line) => line.includes("is started again")));
    await eventually("an answer", async () => (await operator(stack).from("waitlist").select("id")).error === null);
    expect((await operator(stack).from("waitlist").select("email")).data).toEqual([{ email: "kept@example.com" }]);
    await rm(join(cluster(), "global", "pg_control"));
    await killPostmaster();
    expect(await lastLine(stack, lines)).toMatch(/^PostgreSQL has ended and does not start again\. .+ Its log is .+$/u);
    expect((await fetch(`${stack.url}/functions/v1/forms/health`)).status).toBe(503);
  });

  it("starts again after kill -9 with all acknowledged rows, whatever its pid file says by then", async () => {
    const child = folder.run("runStack.ts");
    await eventually("a stack", async () => (await lockHolder(folder.dataFolder))?.url !== undefined);
    await expect(folder.start()).rejects.toThrow(`process ${child.pid}`);
    const url = String((await lockHolder(folder.dataFolder))?.url);
    const { secretKey } = JSON.parse(await readFile(join(folder.dataFolder, "keys.json"), "utf8"));
    await createServiceClient(url, secretKey, nodeHost).from("waitlist").insert({ email: "survivor@example.com" });
    child.kill("SIGKILL");
    await once(child, "exit");
    expect((await serversOf(cluster())).some(({ postmaster }) => postmaster)).toBe(true);
    await writeFile(join(cluster(), "postmaster.pid"), "");
    const { data } = await operator(await folder.start())
      .from("waitlist")
      .select("email");
    expect(data).toEqual([{ email: "survivor@example.com" }]);
  });
});
