import type { IncomingMessage } from "node:http";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { type Fault, fakeBackend } from "./fakeBackend.ts";
import { cli, hosted } from "./terminal.ts";
import { useWorkplace, type Workplace } from "./workplace.ts";

const rows = 42_000;
const emailOf = (n: number) => `p${n}@example.com`;

describe("the pages of an export by REST", () => {
  let backend: Workplace["backend"];
  let folder: string;
  useWorkplace((place) => ({ backend, folder } = place));
  const change = (statement: string) => withClient(backend.databaseUrl, (client) => client.query(statement));
  const refill = (count = rows) =>
    change(
      `truncate waitlist cascade; insert into waitlist (email, created_at) select 'p' || i || '@example.com', '2026-05-01'::timestamptz + i * interval '1 second' from generate_series(1, ${count}) i`,
    );

  /** Lets a test decide about the nth requested page, while the others are answered. */
  type PageFault = (nth: number, ...parameters: Parameters<Fault>) => ReturnType<Fault>;
  async function exported(fault: PageFault, ...argv: string[]) {
    let pages = 0;
    const onPages: Fault = (request: IncomingMessage, ...others) =>
      request.url?.endsWith("/export_rows") ? fault(++pages, request, ...others) : false;
    return exportedThrough(onPages, ...argv);
  }
  async function exportedThrough(fault: Fault, ...argv: string[]) {
    const fake = await fakeBackend(backend.origin, fault);
    const env = hosted({ origin: fake.origin, secretKey: backend.secretKey });
    return cli(["export", "waitlist", "--columns", "email", ...argv], { env, folder }).finally(fake.stop);
  }
  const emails = (out: string) => out.trim().split("\n").slice(1);
  const all = Array.from({ length: rows }, (_, index) => emailOf(index + 1));

  it("are requested three at a time, and written in order", async () => {
    await refill();
    let [underWay, most] = [0, 0];
    const { out } = await exported(
      async (nth, _request, _response, _nth, pass) => {
        most = Math.max(most, ++underWay);
        if (nth % 2 === 1) await sleep(200);
        await pass();
        underWay -= 1;
        return true;
      },
      "--out",
      "-",
    );
    expect(emails(out)).toEqual(all);
    expect(most).toBe(3);
  });

  it("contain every row once even if a page's last row is deleted, and more people join than a page has", async () => {
    await refill();
    let changed: Promise<unknown> | undefined;
    const { out } = await exported(
      async () => {
        // By now the ends of the pages are known, but no page has arrived.
        await (changed ??= change(
          `delete from waitlist where email in ('p10000@example.com', 'p20000@example.com');
           insert into waitlist (email, created_at) select 'late' || i || '@example.com', '2026-05-01'::timestamptz + 15000.5 * interval '1 second' from generate_series(1, 25000) i`,
        ));
        return false;
      },
      "--out",
      "-",
    );
    const written = emails(out);
    const late = written.filter((email) => email.startsWith("late"));
    expect(written.filter((email) => !email.startsWith("late"))).toEqual(
      all.filter((email) => email !== emailOf(10_000) && email !== emailOf(20_000)),
    );
    expect([late.length, new Set(late).size]).toEqual([25_000, 25_000]);
    expect([written.indexOf(late[0] ?? ""), written.indexOf(emailOf(15_001))]).toEqual([14_999, 39_999]);
  });

  it("are written up to the known ends if the next ends are refused", async () => {
    await refill(95_000);
    const seen: string[] = [];
    const refused = await exportedThrough(
      ({ url }, response) => {
        const name = url?.split("/").at(-1) ?? "";
        seen.push(name);
        if (name !== "export_ends" || seen.filter((other) => other === name).length !== 2) return false;
        response.writeHead(400, { "content-type": "application/json" }).end('{"message":"No more.","code":"P0001"}');
        return true;
      },
      "--out",
      "ends.csv",
    );
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/No more\.\n80,000 rows are kept\./u) });
    expect(seen.slice(0, seen.lastIndexOf("export_ends")).filter((name) => name === "export_rows").length).toBeLessThan(
      8,
    );
    expect(await exported(() => false, "--out", "ends.csv", "--resume")).toMatchObject({ code: 0 });
    const written = emails(await readFile(join(folder, "ends.csv"), "utf8"));
    expect([written.length, new Set(written).size]).toEqual([95_000, 95_000]);
  });

  it.each([
    ["P0001", /HTTP 400, P0001\): No more today\.\n20,000 rows are kept\./u],
    [
      "PGRST202",
      /\(PGRST202\): No more today\.\nApply the migrations: npx prelaunch deploy.+\n20,000 rows are kept\./u,
    ],
  ])("are kept up to one refused with %s, and resuming gives the same bytes", async (reason, said) => {
    await refill();
    const refuses: PageFault = (nth, _request, response) => {
      if (nth !== 3) return false;
      response
        .writeHead(400, { "content-type": "application/json" })
        .end(JSON.stringify({ message: "No more today.", code: reason }));
      return true;
    };
    const refused = await exported(refuses, "--out", `kept${reason}.csv`);
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringMatching(said),
    });
    expect(await exported(() => false, "--out", `kept${reason}.csv`, "--resume")).toMatchObject({
      code: 0,
      err: expect.stringContaining("Continuing after 20,000 rows."),
    });
    expect(emails(await readFile(join(folder, `kept${reason}.csv`), "utf8"))).toEqual(all);
  });

  it("are refused if their end is missing, even at the end of a line", async () => {
    await refill();
    const cut: PageFault = (nth, _request, response) => {
      if (nth !== 2) return false;
      response.writeHead(200, { "content-type": "text/plain" }).end(`${emailOf(10_001)}\t2026-05-01\tid\n`);
      return true;
    };
    expect(await exported(cut, "--out", "cut.csv")).toMatchObject({
      code: 4,
      err: expect.stringMatching(/answer is incomplete\.\n10,000 rows are kept\./u),
    });
  });
});
