import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Window } from "happy-dom";
import { brand, defaultSiteUrl } from "../../server/contract/brand.ts";
import { copySources } from "../support/copySources.ts";

const run = promisify(execFile);

/** The environment of the tests, which has no settings, without the variables that Vitest adds. */
const clean = (): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV$)/u.test(name)));

/**
 * Runs the build command with only these settings in its environment, in the project's folder or in a copy.
 * Returns its warnings.
 */
export async function build(
  args: string | readonly string[],
  settings: Record<string, string> = {},
  cwd = ".",
): Promise<string> {
  const env = { ...clean(), ...settings };
  const { stderr } = await run(process.execPath, ["scripts/build.mjs", ...[args].flat()], { env, cwd });
  return stderr;
}

/** Name and host of a product that does not exist, as long as this one's. */
export const trial = { brand: brand.replaceAll(/\w/gu, "Q"), host: `${"q".repeat(brand.length)}.example` };

/**
 * Builds the export of another product in a copy of the sources in which only the brand's file is changed.
 * Returns the copy.
 */
export async function buildTrial(settings: Record<string, string>): Promise<string> {
  const folder = await copySources();
  const home = join(folder, "server/contract/brand.ts");
  const { host } = new URL(defaultSiteUrl);
  await writeFile(home, (await readFile(home, "utf8")).replaceAll(brand, trial.brand).replaceAll(host, trial.host));
  await run(process.execPath, ["scripts/bundle.mjs"], { cwd: folder });
  await build([], settings, folder);
  return folder;
}

/** An export for a folder of another site. Vitest builds it, and the journeys use it until a source changes. */
export const subPath = {
  folder: "dist/sub-path",
  settings: {
    BASE_PATH: "/promo/",
    PUBLIC_SITE_URL: "https://books.example",
    PUBLIC_SUPABASE_URL: "https://project.supabase.example/",
    PUBLIC_SUPABASE_KEY: "sb_publishable_of_the_project",
    // The setting may give a company's name like this: its first word is wider than a phone.
    PUBLIC_IMPRINT: "Donaudampfschifffahrtselektrizit\u00e4tengesellschaft & S\u00f6hne, Linz",
    PUBLIC_COUNT_VISITS: "0",
    PUBLIC_CONTACT: "hello@books.example",
    PUBLIC_RECAPTCHA_SITE_KEY: "site-key",
    PUBLIC_FOUNDER_NOTE: "I sent invoices late for ten years. This is what I needed. \u2014 Ada Berg, Turku",
  },
};

/** A page of an export as a document whose scripts are not run. */
export async function page(folder: string, name: string) {
  const { document } = new Window();
  document.write(await readFile(join(folder, "client", name), "utf8"));
  return document;
}

export const attributes = (document: Awaited<ReturnType<typeof page>>, name: string): string[] =>
  [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? "");
