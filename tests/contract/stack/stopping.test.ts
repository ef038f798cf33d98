import { describe, expect, it } from "vitest";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { holderOfFolder } from "../../../server/embedded/folder/hold.ts";
import { eventually } from "../../support/eventually.ts";
import { useStackFolder } from "./stackFolder.ts";

describe("stopping the embedded stack", () => {
  const folder = useStackFolder();

  it("answers the requests that it has accepted before it stops", async () => {
    await folder.prepare();
    const stack = await folder.start();
    const signUp = (n: number) =>
      fetch(`${stack.url}/rest/v1/waitlist`, {
        method: "POST",
        headers: { apikey: stack.keys.secretKey, "content-type": "application/json" },
        body: JSON.stringify({ email: `visitor-${n}@example.com` }),
      }).then(
        (answer) => answer.status,
        () => 0,
      );
    const { answers, stopped } = await withClient(stack.databaseUrl, async (sql) => {
      await sql.query("begin; lock table public.waitlist in access exclusive mode");
      const sent = Promise.all(Array.from({ length: 8 }, (_, n) => signUp(n)));
      const waiting = async () => (await sql.query("select from pg_locks where not granted")).rowCount === 8;
      await eventually("eight requests under way", waiting);
      const stopping = stack.stop();
      // Whoever comes now waits for the end.
      await expect.poll(() => holderOfFolder(folder.dataFolder)).not.toHaveProperty("url");
      await sql.query("commit");
      return { answers: sent, stopped: stopping };
    });
    expect(await answers).toEqual(Array.from({ length: 8 }, () => 201));
    await stopped;
  });
});
