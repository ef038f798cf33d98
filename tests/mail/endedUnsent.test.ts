import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createSmtp } from "../../server/mail/transports/smtp.ts";
import { cli, hosted, scratchFolder } from "../cli/terminal.ts";
import { startOutboxBench } from "./support/outboxBench.ts";
import { startSmtpServer } from "./support/smtpServer.ts";

let bench: Awaited<ReturnType<typeof startOutboxBench>>;
beforeAll(async () => {
  bench = await startOutboxBench();
  return () => bench.stop();
});
beforeEach(() => bench.empty());

describe("mails that a relay refuses for days", () => {
  /** A relay as Postfix: it answers 450 for a domain that does not exist, as its own DNS may be at fault. */
  const relay = async () => {
    let broken = true;
    const server = await startSmtpServer({
      onRcptTo({ address }, _session, done) {
        const [responseCode, text] = address.endsWith("@gmial.example")
          ? [450, `4.1.2 <${address}>: Recipient address rejected: Domain not found`]
          : address.startsWith("p2@")
            ? [550, "5.1.1 Nobody"]
            : [451, "4.3.0 Temporary lookup failure"];
        const refuses = broken || address.endsWith("@gmial.example");
        done(refuses ? Object.assign(new Error(text), { responseCode }) : null);
      },
    });
    const smtp = createSmtp(server.url);
    onTestFinished(async () => {
      await smtp.close();
      await server.stop();
    });
    return { server, smtp, repair: () => (broken = false) };
  };

  it("are listed in a file, from which an operator takes those to addresses that do not exist, and retries the others", async () => {
    const { folder, remove } = await scratchFolder();
    onTestFinished(remove);
    const run = (...argv: string[]) => cli(argv, { env: hosted(bench), folder });
    const { server, smtp, repair } = await relay();
    await bench.fill(2);
    await bench.fill(1, "gmial.example");
    for (let attempt = 1; attempt <= 15; attempt++) {
      await bench.sql("update public.email_outbox set not_before = now()");
      await bench.drain(smtp);
    }
    const status = await run("mail", "status");
    expect(status).toMatchObject({ code: 1, err: expect.stringContaining("2 mails ended unsent.") });
    expect(status.err).toContain("npx prelaunch mail failed");

    const listed = await run("mail", "failed", "--out", "failed.csv");
    const path = join(folder, "failed.csv");
    expect(listed).toEqual({ code: 0, out: "", err: `2 mails ended unsent. They are in ${path}\n` });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const [header, ...lines] = (await readFile(path, "utf8")).trimEnd().split("\n");
    expect(header).toBe("id,kind,email,error,attempts,created_at,ended_at");
    expect(lines.map((line) => line.split(",").slice(1, 5).join()).sort()).toEqual([
      "waitlist-confirmation,p1@example.com,smtp_451_4.3.0,15",
      "waitlist-confirmation,p1@gmial.example,smtp_450_4.1.2,15",
    ]);

    const mistyped = lines.filter((line) => line.includes("smtp_450_4.1.2"));
    await writeFile(join(folder, "mistyped.csv"), [header, ...mistyped, ""].join("\n"));
    expect(await run("mail", "bounces", "mistyped.csv")).toMatchObject({ code: 0 });
    expect((await run("mail", "status")).err).toContain("1 mail ended unsent.");
    repair();
    expect(await run("mail", "retry")).toMatchObject({ code: 0, err: "1 mail is due again.\n" });
    await bench.drain(smtp);
    expect(server.arrived.map(({ to }) => to)).toEqual([["p1@example.com"]]);
    expect(await run("mail", "status")).toMatchObject({ code: 0 });
    expect(await run("mail", "failed", "--out", "-")).toEqual({
      code: 0,
      out: `${header}\n`,
      err: "No mail ended unsent.\n",
    });
  });

  it("are all in the file, however many they are", async () => {
    await bench.sql(
      `insert into public.email_outbox (kind, email, dead_at, last_error)
         select 'application-received', 'p' || n || '@example.com', now(), 'smtp_451' from generate_series(1, 2500) n`,
    );
    const { out } = await cli(["mail", "failed", "--out", "-"], { env: hosted(bench) });
    expect(new Set(out.trimEnd().split("\n")).size).toBe(2501);
  });
});
