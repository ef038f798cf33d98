import { resolve } from "node:path";
import { painter } from "../../cli/color.ts";
import { glyphsFor } from "../../cli/glyphs.ts";
import type { Context } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { write } from "../../cli/io.ts";
import { table } from "../../cli/table.ts";
import { checks } from "./checks/all.ts";
import type { Finding } from "./finding.ts";
import { folderSite } from "./site/folder.ts";
import { liveSite } from "./site/live.ts";
import type { Site } from "./site/site.ts";
import { visitSite } from "./visit/visit.ts";

/** Options of `verify`, as commander gives them. */
export interface VerifyOptions {
  json?: true;
  /** False with `--no-browser`. */
  browser: boolean;
  /** Longest wait for one answer, in seconds. */
  timeout: number;
}

interface Result {
  check: string;
  findings: Finding[];
}

/** Runs the checks on a site, one after the other. */
export async function verifySite(site: Site, { browser }: { browser: boolean }): Promise<Result[]> {
  const visit = await visitSite(site);
  const results: Result[] = [];
  for (const [check, look] of Object.entries(checks))
    if (browser || check !== "browser") results.push({ check, findings: await look(visit) });
  return results;
}

/**
 * Says on stdout what is wrong with an export, in a folder or published.
 * @throws CliError `failed` when something is wrong, `usage` when there is no export, `unreachable` when no host answers.
 */
export async function verify(
  context: Context,
  target: string,
  { json, browser, timeout }: VerifyOptions,
): Promise<void> {
  const published = /^https?:\/\//u.test(target);
  if (published && !URL.canParse(target)) throw new CliError("usage", `${target} is no address.`);
  const site = published
    ? await liveSite(new URL(target), { timeout: timeout * 1000, signal: context.signal })
    : await folderSite(resolve(context.folder, target));
  const results = await verifySite(site, { browser });
  const findings = results.flatMap(({ check, findings: found }) => found.map((finding) => ({ check, ...finding })));
  const problems = findings.filter(({ level }) => level === "wrong").length;
  await write(
    context.out,
    json ? `${JSON.stringify({ ok: problems === 0, target, findings }, null, 2)}\n` : asText(context, results),
  );
  if (problems > 0)
    throw new CliError("failed", problems === 1 ? "1 thing is wrong." : `${problems} things are wrong.`);
}

function asText({ color, unicode }: Context, results: readonly Result[]): string {
  const glyphs = glyphsFor({ unicode });
  const paint = painter(color.out);
  const marks = { wrong: paint("red", "WRONG"), skipped: paint("yellow", "skipped") };
  const rows = results.flatMap(({ check, findings }) =>
    findings.length === 0
      ? [[paint("green", "ok"), check]]
      : findings.flatMap(({ level, where, message, remedy }) => [
          [marks[level], check, `${where}: ${message}`],
          ["", "", paint("dim", `${glyphs.arrow} ${remedy}`)],
        ]),
  );
  return table(rows);
}
