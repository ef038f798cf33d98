import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lockHolder } from "../../../server/embedded/folder/lock.ts";
import { createServiceClient } from "../../../server/supabase/client.ts";
import { nodeHost } from "../../../server/supabase/nodeHost.ts";
import { eventually } from "../../support/eventually.ts";
import { operator, useStackFolder } from "./stackFolder.ts";

describe("the database under the embedded stack", () => {
  const folder = useStackFolder();

  it("notices that its database has died, and answers 503 meanwhile", async () => {
    const stack = await folder.start();
    const pid = Number((await readFile(join(folder.dataFolder, "postgres", "postmaster.pid"), "utf8")).split("\n")[0]);
    process.kill(pid, "SIGKILL");
    await stack.died;
    expect((await fetch(`${stack.url}/functions/v1/forms/health`)).status).toBe(503);
    await stack.stop();
    expect(
      (
        await operator(await folder.start())
          .from("waitlist")
          .select("id")
      ).error,
    ).toBeNull();
  });

  it("starts when the pid of a lost PostgreSQL belongs to another process by now", async () => {
    await (await folder.start()).stop();
    await writeFile(
      join(folder.dataFolder, "postgres", "postmaster.pid"),
      `${process.pid}\n${folder.dataFolder}\n0\n1\n`,
    );
    await (await folder.start()).stop();
    expect(process.exitCode).toBeUndefined();
  });

  it("starts again after kill -9, with the rows it had acknowledged", async () => {
    const child = folder.startProcess();
    await eventually(
      "a stack in another process",
      async () => (await lockHolder(folder.dataFolder))?.url !== undefined,
    );
    await expect(folder.start()).rejects.toThrow(`process ${child.pid}`);
    const url = String((await lockHolder(folder.dataFolder))?.url);
    const { secretKey } = JSON.parse(await readFile(join(folder.dataFolder, "keys.json"), "utf8"));
    await createServiceClient(url, secretKey, nodeHost).from("waitlist").insert({ email: "survivor@example.com" });
    child.kill("SIGKILL");
    await once(child, "exit");
    const { data } = await operator(await folder.start())
      .from("waitlist")
      .select("email");
    expect(data).toEqual([{ email: "survivor@example.com" }]);
  });
});
