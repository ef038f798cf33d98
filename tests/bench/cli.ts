import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { record } from "../../scripts/files/csv.ts";
import { table } from "../../scripts/cli/terminal/table.ts";
import { subscribers } from "../../scripts/commands/seed/people.ts";
import { commandLine } from "./support/commandLine.ts";
import { type Measured, runNode } from "./support/runNode.ts";

// This measures the command line on an embedded stack that each command starts. The goals are for 100,000 rows;
// those for other amounts are in proportion.

const rows = commandLine.rows;
const share = rows / 100_000;
const bin = fileURLToPath(new URL("../../scripts/prelaunch.mjs", import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "prelaunch-bench-"));
// Under root, PostgreSQL runs as another user, who needs access to the folder.
await chmod(folder, 0o711);

/** A measured number, and its largest allowed value. */
interface Limit {
  name: string;
  value: number;
  most?: number;
}

const isMissed = ({ value, most = Infinity }: Limit): boolean => value > most;

const limitLine = (limit: Limit): string[] => [
  isMissed(limit) ? "FAIL" : "",
  limit.name,
  limit.value.toFixed(2),
  limit.most?.toFixed(2) ?? "",
];

const prelaunch = (...argv: string[]): Promise<Measured> =>
  runNode([bin, ...argv, "--data", "data", "--quiet"], { cwd: folder, peak: true });

/** Writes a file of made-up people as another tool exports them. */
async function writePeople(file: string): Promise<void> {
  const span = { from: new Date("2026-01-01T00:00:00Z"), until: new Date("2026-03-01T00:00:00Z") };
  const lines = Array.from(subscribers(1, rows, span), ({ email, created_at, confirmed_at, source }) =>
    record([email, created_at, confirmed_at ?? "", source ?? ""]),
  );
  await writeFile(file, ["email,created_at,confirmed_at,source", ...lines, ""].join("\n"));
}

/** A command's figures beside their goals: seconds for 100,000 rows, and MiB for any number. */
function figures(name: string, { ms, peak }: Measured, most: { seconds: number; memory?: number }): Limit[] {
  const memory = { name: `${name}, peak memory in MiB`, value: peak };
  return [
    { name: `${name}, seconds`, value: ms / 1000, most: most.seconds * share },
    most.memory === undefined ? memory : { ...memory, most: most.memory },
  ];
}

async function measure(): Promise<Limit[]> {
  await prelaunch("seed", "--waitlist", "0", "--beta", "0");
  await writePeople(join(folder, "people.csv"));
  const imported = await prelaunch("import", "waitlist", "people.csv");
  const csv = await prelaunch("export", "waitlist", "--out", "all.csv");
  const xlsx = await prelaunch("export", "waitlist", "--out", "all.xlsx");
  return [
    ...figures("import csv", imported, { seconds: 60, memory: 250 }),
    ...figures("export csv", csv, { seconds: 15, memory: 250 }),
    // The library makes a workbook in memory; larger lists are exported as csv.
    ...figures("export xlsx", xlsx, { seconds: 60 }),
  ];
}

try {
  process.stdout.write(`${rows.toLocaleString("en-US")} rows\n`);
  const limits = await measure();
  process.stdout.write(table([["", "", "measured", "goal"], ...limits.map(limitLine)]));
  if (limits.some(isMissed)) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
