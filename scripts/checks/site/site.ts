import { resolve } from "node:path";
import type { Context } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { type Finding, ok } from "../finding.ts";
import { folderSite } from "./answers/folder.ts";
import { liveSite } from "./answers/live.ts";
import type { Site } from "./answers/site.ts";
import { type Rule, rules } from "./rules/all.ts";
import { visitSite } from "./visit/visit.ts";

/** Folder that an export is built to. */
export const exportFolder = "dist/client";

/** How the site is checked. */
export interface SiteOptions {
  /** Whether the pages are also opened in a browser. */
  browser: boolean;
  /** Longest wait for one answer, in ms. */
  timeout: number;
  /** Address for which the site has to be built, where that is known. */
  intended: string | undefined;
}

/** What can be checked, for an operator who named something else. */
const targets = "Give a folder that npm run build has written, or an address that begins with https://";

/**
 * Checks an export as a stranger would see it, in a folder or published at an address; without a `target` that of the project.
 * @throws CliError `usage` when there is no export, `unreachable` when no host answers.
 */
export async function checkSite(
  { folder, project, signal }: Pick<Context, "folder" | "project" | "signal">,
  target: string | undefined,
  { browser, timeout, intended }: SiteOptions,
): Promise<Finding[]> {
  const open = async (): Promise<Site> => {
    if (target === undefined)
      return folderSite(resolve(project, exportFolder), "Build the export first: npm run build");
    if (!/^https?:\/\//u.test(target)) return folderSite(resolve(folder, target), targets);
    if (!URL.canParse(target)) throw new CliError("usage", `${target} is not an address.`);
    return liveSite(new URL(target), { timeout, signal });
  };
  const site = await open();
  const visit = await visitSite(site, intended);
  const findings: Finding[] = [];
  for (const [check, { look, sound }] of Object.entries<Rule>(rules)) {
    if (!browser && check === "browser") continue;
    const found = await look(visit);
    findings.push(...(found.length > 0 ? found : [ok(check, sound)]));
  }
  return findings;
}
