import { execFile, spawn } from "node:child_process";
import { cp, readFile, stat } from "node:fs/promises";
import type { Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { CliError } from "../../scripts/cli/errors.ts";
import { syncInterval } from "../../scripts/commands/export/partial.ts";
import { exportTable } from "../../scripts/commands/export/run.ts";
import type { ExportOptions } from "../../scripts/commands/export/request/request.ts";
import { type Subject, subjects } from "../../scripts/commands/export/request/tables.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { onPort } from "../support/databaseSocket.ts";
import { eventually } from "../support/eventually.ts";
import { contextOn } from "./contextOn.ts";
import { useWorkplace, type Workplace } from "./workplace.ts";

const rows = 32_000;

/** A way to the database that treats its answers as a test says. */
const wayTo = (databaseUrl: string, onData: (chunk: Buffer, down: Socket, passed: number) => Promise<void>) =>
  onPort(databaseUrl, (down, up) => {
    down.on("data", (chunk) => up.write(chunk));
    void (async () => {
      let passed = 0;
      for await (const chunk of up) {
        await onData(chunk, down, passed);
        passed += chunk.length;
      }
      down.end();
    })().catch(() => undefined);
  });

describe("an export on the embedded stack's database", () => {
  let backend: Workplace["backend"];
  let folder: string;
  useWorkplace((place) => ({ backend, folder } = place));
  beforeAll(async () => {
    await withClient(backend.databaseUrl, (client) =>
      client.query(
        `insert into waitlist (email, created_at, notified, source) select 'person' || i || '@example.com', '2026-05-01'::timestamptz + (i / 3000) * interval '1.000001 hours', i % 2 = 0, case when i % 3 = 0 then 'newsletter' end from generate_series(1, ${rows}) i`,
      ),
    );
  });

  /** Exports by COPY from `databaseUrl`, or from the REST service without one. */
  async function exported(
    subject: Subject,
    options: ExportOptions,
    { databaseUrl, signal = new AbortController().signal }: { databaseUrl?: string; signal?: AbortSignal } = {},
  ): Promise<{ out: string; err: string }> {
    const { context, written } = contextOn(backend, { folder, signal, databaseUrl });
    await exportTable(context, subject, options);
    return written;
  }
  const whole = async () => (await exported("waitlist", { out: "-" })).out;
  const direct = () => ({ databaseUrl: backend.databaseUrl });

  it.skipIf(process.platform === "win32")("fails if a pipe's reader leaves before it has every row", async () => {
    const out = join(folder, "pipe");
    await promisify(execFile)("mkfifo", [out]);
    for (const way of [{}, direct()]) {
      spawn("sh", ["-c", 'head -c 1000 < "$0"', out]);
      await expect(exported("waitlist", { out }, way)).rejects.toMatchObject({
        code: "failed",
        message: `The export is incomplete: the program reading ${out} has ended.`,
      });
    }
  });

  it("has the same bytes as the export by pages, hostile cells included", async () => {
    const cells = fc
      .sample(fc.array(fc.constantFrom(..."=+-@＝＠'\",;\\\t\r\n\v\b.NatéI🙂 "), { minLength: 1, maxLength: 6 }), {
        numRuns: 600,
        seed: 4,
      })
      .map((characters) => characters.join(""));
    await withClient(backend.databaseUrl, (client) =>
      client.query(
        `insert into beta_applications (name, email, company, role, reason, created_at)
           select cell, 'p' || nth || '@example.com', case when nth % 3 > 0 then cell end, 'other', '\\N',
             '2026-05-04'::timestamptz + nth * interval '1.5 seconds' from unnest($1::text[]) with ordinality t(cell, nth)
         union all select 'late', 'late@example.com', '\\.', 'other', 'x', 'infinity'
         union all select 'early', 'early@example.com', null, 'other', 'x', '20260-01-01'`,
        [cells],
      ),
    );
    await withClient(backend.databaseUrl, (client) =>
      client.query("update beta_applications set status = 'accepted' where email = 'early@example.com'"),
    );
    const requests: [Subject, ExportOptions][] = [
      ["beta", { excel: true }],
      ["beta", { raw: true }],
      ["beta", { columns: ["company"] }],
      ["beta", { columns: ["company"], excel: true, raw: true }],
      ["beta", { columns: ["created_at", "name", "name"] }],
      ["beta", { status: "pending", role: "other", since: new Date("2026-05-04T00:05:00Z") }],
      ["waitlist", { columns: ["notified"], notNotified: true, until: new Date("2026-05-02T00:00:00Z") }],
      ["waitlist", { columns: ["email"], unsubscribed: true }],
    ];
    // Each has a row, as the database is not asked for those of an empty table.
    for (const subject of subjects) {
      expect((await exported(subject, { out: "-" })).out.trim().split("\n").length).toBeGreaterThan(1);
      requests.push([subject, {}]);
    }
    for (const [subject, options] of requests) {
      const [pages, copy] = [
        await exported(subject, { ...options, out: "-" }),
        await exported(subject, { ...options, out: "-" }, direct()),
      ];
      expect(copy).toEqual(pages);
    }
  });

  it("is a snapshot: changes made meanwhile are not in it", async () => {
    const before = await whole();
    let changed = false;
    const way = await wayTo(backend.databaseUrl, async (chunk, down, passed) => {
      down.write(chunk);
      if (changed || passed < 300_000) return;
      changed = true;
      await withClient(backend.databaseUrl, async (client) => {
        await client.query("begin");
        await client.query(
          "update waitlist set source = 'changed' where created_at = (select max(created_at) from waitlist)",
        );
        await client.query("delete from waitlist where email = 'person31000@example.com'");
        await client.query("insert into waitlist (email, created_at) values ('new@example.com', '2026-05-01')");
        await client.query("commit");
      });
    });
    expect((await exported("waitlist", { out: "-" }, { databaseUrl: way.url })).out).toBe(before);
    await way.stop();
    expect(changed).toBe(true);
    expect(await whole()).not.toBe(before);
  });

  /** Answers slowly until after a checkpoint, then not at all. */
  const falls = async (silent: (down: Socket) => void) => {
    let slept = false;
    return wayTo(backend.databaseUrl, async (chunk, down, passed) => {
      if (passed > 1_000_000 && !slept) {
        slept = true;
        await sleep(syncInterval + 100);
      }
      if (passed > 2_000_000) {
        silent(down);
        await new Promise(() => undefined);
      }
      down.write(chunk);
    });
  };
  const checkpointed = (out: string) =>
    readFile(join(folder, `${out}.partial.json`), "utf8").then(
      (text) => /"rows":[1-9]/u.test(text),
      () => false,
    );

  it("continues where a killed one stopped, by COPY or by pages, to the same bytes", async () => {
    const stopping = new AbortController();
    const way = await falls(() => undefined);
    const first = exported("waitlist", { out: "a.csv" }, { databaseUrl: way.url, signal: stopping.signal });
    first.catch(() => undefined);
    await eventually("the export has come to a checkpoint", () => checkpointed("a.csv"));
    // The files that a killed process leaves.
    for (const name of ["killed", "killed-pages"])
      for (const part of ["partial", "partial.json"])
        await cp(join(folder, `a.csv.${part}`), join(folder, `${name}.csv.${part}`));
    stopping.abort();
    await expect(first).rejects.toMatchObject({ code: "interrupted", hint: expect.stringMatching(/rows are kept/u) });
    await way.stop();
    for (const [out, options] of [
      ["a.csv", direct()],
      ["killed.csv", direct()],
      ["killed-pages.csv", {}],
    ] as const) {
      expect((await exported("waitlist", { out, resume: true }, options)).err).toMatch(
        /^Continuing after [1-9][\d,]* rows/u,
      );
      expect(await readFile(join(folder, out), "utf8")).toBe(await whole());
      await expect(stat(join(folder, `${out}.partial`))).rejects.toThrow("ENOENT");
    }
  });

  it("that loses the database says so, and can be resumed", async () => {
    const way = await falls((down) => down.destroy());
    const lost: unknown = await exported("waitlist", { out: "b.csv" }, { databaseUrl: way.url }).catch(
      (error: unknown) => error,
    );
    await way.stop();
    expect(lost).toBeInstanceOf(CliError);
    expect(lost).toMatchObject({
      code: "unreachable",
      hint: expect.stringMatching(
        /^Check whether .+\n[\d,]+ rows are kept. Continue with the same command and --resume\.$/u,
      ),
    });
    // Not the proxy's former port, which another test may have taken; nothing listens on tcpmux's (RFC 1078).
    const nowhere = new URL(way.url);
    nowhere.port = "1";
    const gone: unknown = await exported(
      "waitlist",
      { out: "b.csv", resume: true },
      { databaseUrl: nowhere.href },
    ).catch((error: unknown) => error);
    expect(gone).toMatchObject({
      code: "unreachable",
      message: expect.stringContaining("The database cannot be reached"),
    });
    await exported("waitlist", { out: "b.csv", resume: true }, direct());
    expect(await readFile(join(folder, "b.csv"), "utf8")).toBe(await whole());
  });

  it("that is refused says why, and quotes no row", async () => {
    await withClient(backend.databaseUrl, (client) => client.query("revoke select on waitlist from service_role"));
    const refused: unknown = await exported("waitlist", { out: "-", columns: ["email"] }, direct()).catch(
      (error: unknown) => error,
    );
    await withClient(backend.databaseUrl, (client) => client.query("grant select on waitlist to service_role"));
    expect(refused).toBeInstanceOf(CliError);
  });
});
