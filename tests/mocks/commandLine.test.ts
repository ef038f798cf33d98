import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { embeddedPublishableKey } from "../../server/contract/embedded.ts";
import { cli, hosted, type Outcome, scratchFolder } from "../cli/terminal.ts";
import { startBackend } from "../support/backend.ts";
import { startMockBackend, useMockServer } from "./mockBackend.ts";

useMockServer();

/** A backend to operate, real or mocked. */
interface Target {
  origin: string;
  secretKey: string;
  service(path: string, init?: RequestInit): Promise<Response>;
}

/** People as another tool would export them: new ones, one who is there already, one twice, and one without an address. */
const people = (known: string) => `id,email,signup date,notified,source
0b0e7a52-6f0c-4f5b-9d5e-0d8f4a1c2b3d,grace@example.com,2026-05-01 10:00:00.5,yes,Facebook Ads
1b0e7a52-6f0c-4f5b-9d5e-0d8f4a1c2b3d,${known},2026-05-01T12:00:00+02:00,no,
2b0e7a52-6f0c-4f5b-9d5e-0d8f4a1c2b3d,Grace@Example.com,2026-05-02,no,
3b0e7a52-6f0c-4f5b-9d5e-0d8f4a1c2b3d,nobody,2026-05-02,no,
`;

/** What an operator does from launch to erasure, and what each command said. */
async function operate(backend: Target, folder: string): Promise<(Outcome & { argv: string })[]> {
  const said: (Outcome & { argv: string })[] = [];
  const run = async (argv: string[], env = hosted(backend)) => {
    const outcome = await cli(argv, { env, folder });
    said.push({ argv: argv.join(" "), ...outcome });
    return outcome;
  };
  const seed = ["seed", "--waitlist", "5100", "--beta", "20", "--confirm", new URL(backend.origin).host];
  await run(seed);
  await run(seed);
  const [applicant = ""] = (
    await run(["export", "beta", "--columns", "email", "--status", "accepted", "--format", "csv", "--out", "-"])
  ).out
    .split("\n")
    .slice(1);
  await writeFile(join(folder, "people.csv"), people(applicant));
  await run(["import", "waitlist", "people.csv"]);
  await run(["import", "waitlist", "people.csv"]);
  await run(["export", "waitlist", "--since", "2026-01-01", "--out", "-"]);
  await run([
    "export",
    "waitlist",
    "--format",
    "ndjson",
    "--since",
    "2026-04-01",
    "--until",
    "2026-05-02",
    "--notified",
    "--out",
    "-",
  ]);
  await run(["export", "waitlist", "--not-notified", "--out", "waitlist.csv"]);
  await run(["export", "beta", "--role", "consultant", "--out", "-"]);
  await run(["stats", "--json"]);
  await run(["stats", "--by", "week", "--since", "2026-04-01"]);

  const account = { email: applicant, password: "a-long-passphrase", data: { name: "Somebody" } };
  await run(["show", applicant]);
  await backend.service("/auth/v1/signup", {
    method: "POST",
    headers: { apikey: embeddedPublishableKey, "content-type": "application/json" },
    body: JSON.stringify(account),
  });
  await run(["erase", applicant, "--dry-run"]);
  await run(["erase", applicant, "--yes"]);
  await run(["show", applicant]);
  await run(["erase", applicant, "--yes"]);
  await run(["stats"], { ...hosted(backend), SUPABASE_SECRET_KEY: "sb_secret_of_somebody_else_altogether" });
  return said;
}

describe("the command line", () => {
  it("does and says the same on the mock as on the embedded stack", async () => {
    // Time stands still, as commands say how long they took.
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-05-04T12:00:00Z") });
    onTestFinished(() => void vi.useRealTimers());
    const { folder, remove } = await scratchFolder();
    onTestFinished(remove);
    const real = await startBackend();
    const expected = await operate(real, folder).finally(real.stop);
    // In the place of the real one, as commands name the host.
    const mock = await startMockBackend({ origin: real.origin });
    expect(await operate(mock, folder)).toEqual(expected);
    expect(mock.unhandled).toEqual([]);
    expect(expected.flatMap(({ argv, code }) => (code === 0 ? [] : [`${argv}: ${code}`]))).toEqual([
      "import waitlist people.csv: 1",
      "import waitlist people.csv: 1",
      "stats: 3",
    ]);
    const all = expected.map(({ err }) => err).join("");
    for (const part of [
      "Added 5,100 people and 20 applications",
      "Added 0 people",
      "4 lines: 2 added, 1 duplicates, 1 rejected",
      "Erased 3 rows",
      "Nothing is held",
    ])
      expect(all).toContain(part);
    expect(all).toMatch(/accounts +1\n/u);
  });
});
