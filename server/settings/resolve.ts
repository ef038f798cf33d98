import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { isLoopback } from "../lib/loopback.ts";
import { build, defaultOf, keysOf, type SettingKey, settingKeys } from "./definitions.ts";
import { legacyClaim } from "./formats.ts";
import { problemOf, SettingsError, type Texts } from "./read.ts";
import { chatProperty, unsigned } from "./webhook.ts";

/** Where a value came from; an earlier one wins. */
type SettingSource = "flag" | "environment" | ".env" | "default";

/** A setting as somebody wrote it, and where it came from. */
interface Setting {
  value: string;
  source: SettingSource;
}

/** The settings that have a value. */
export type Settings = Partial<Record<SettingKey, Setting>>;

/** The texts of settings. */
export const textsOf = (settings: Settings): Texts =>
  Object.fromEntries(Object.entries(settings).map(([key, { value }]) => [key, value]));

const byDefault = (value: string): Setting => ({ value, source: "default" });

/** The settings of a process, of which these two are never missing. */
export type ResolvedSettings = Settings & Record<"BASE_PATH" | "DATA_FOLDER", Setting>;

/** Reads the settings in a folder's file `.env`; none if there is no such file. @throws SettingsError when it cannot be read. */
export function readDotEnv(folder: string): Texts {
  const path = join(folder, ".env");
  if (!existsSync(path)) return {};
  try {
    // Leaves out a byte order mark, and refuses UTF-16, as PowerShell writes it.
    return parseEnv(new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path)));
  } catch (cause) {
    throw new SettingsError(`${path} cannot be read. It must be a file in UTF-8.`, { cause });
  }
}

/**
 * Resolves the settings from flags, the environment and `.env` in the project's `folder`, in this order. Blank
 * values count as unset; a blank value in the environment also unsets the one in `.env`. The default base path is that of the site's
 * address.
 * @throws SettingsError when `.env` cannot be read.
 */
export function resolveSettings(flags: Settings, env: Texts, folder: string): ResolvedSettings {
  const dotEnv = readDotEnv(folder);
  const settings: ResolvedSettings = {
    BASE_PATH: byDefault(defaultOf("BASE_PATH")),
    DATA_FOLDER: byDefault(defaultOf("DATA_FOLDER")),
  };
  for (const key of settingKeys) {
    const source = env[key] === undefined ? ".env" : "environment";
    const value = (source === ".env" ? dotEnv : env)[key]?.trim();
    if (value) settings[key] = { value, source };
  }
  const site = siteOf(settings);
  if (site && settings.BASE_PATH.source === "default") settings.BASE_PATH = byDefault(pathOf(site));
  // Relative to the project, whatever the current directory is.
  const { DATA_FOLDER: data } = settings;
  settings.DATA_FOLDER = { ...data, value: resolve(folder, data.value) };
  return { ...settings, ...flags };
}

function siteOf({ PUBLIC_SITE_URL, SITE_URL }: Settings): URL | undefined {
  const address = PUBLIC_SITE_URL ?? SITE_URL;
  return address && URL.canParse(address.value) ? new URL(address.value) : undefined;
}

const pathOf = ({ pathname }: URL): string => pathname.replace(/\/(?:index\.html)?$/u, "/").replace(/[^/]$/u, "$&/");

/** The address for which the page has to be built; undefined where no setting names one, or one that is no address. */
export function addressOfSite(settings: ResolvedSettings): string | undefined {
  const site = siteOf(settings);
  return site && site.origin + settings.BASE_PATH.value;
}

/** The settings that make sense only with another. */
const pairs: readonly [SettingKey, SettingKey][] = [
  ["SMTP_URL", "MAIL_FROM"],
  ["RESEND_API_KEY", "MAIL_FROM"],
  ["RECAPTCHA_SECRET_KEY", "PUBLIC_RECAPTCHA_SITE_KEY"],
  ["PUBLIC_RECAPTCHA_SITE_KEY", "RECAPTCHA_SECRET_KEY"],
  ["SUPABASE_SECRET_KEY", "SUPABASE_URL"],
  ["SUPABASE_URL", "SUPABASE_SECRET_KEY"],
  ["PUBLIC_SUPABASE_URL", "PUBLIC_SUPABASE_KEY"],
  ["PUBLIC_SUPABASE_KEY", "PUBLIC_SUPABASE_URL"],
];

/** The problems of settings by name: those of `keys` that are not as they must be, or do not go together. */
export function settingProblems(settings: Settings, keys = settingKeys): Partial<Record<SettingKey, string>> {
  const problems: Partial<Record<SettingKey, string>> = {};
  for (const key of keys) {
    const problem = settings[key] && problemOf(key, settings[key].value);
    if (problem) problems[key] = problem;
  }
  const { SMTP_URL, RESEND_API_KEY, SUPABASE_PROJECT_REF: project, SUPABASE_URL: called } = settings;
  if (SMTP_URL && RESEND_API_KEY) problems.RESEND_API_KEY ??= "Set either RESEND_API_KEY or SMTP_URL, not both.";
  for (const [one, other] of pairs)
    if (keys.includes(one) && keys.includes(other) && settings[one] && !settings[other])
      problems[one] ??= `${one} needs ${other} beside it.`;
  if (keys.includes("SMTP_URL") && nobodyIsMailed(settings))
    problems.SMTP_URL ??=
      "Nobody gets mail: SITE_URL is public, but neither SMTP_URL nor RESEND_API_KEY is set, so mails become files on this machine (docs/mail.md).";
  if (keys.includes("SMTP_URL") && keys.includes("SITE_URL") && linksLeadNowhere(settings))
    problems.SITE_URL ??= deadLinks;
  for (const [key, address] of keysOfProjects) {
    const [given, leads] = [settings[key]?.value, settings[address]?.value];
    const reference = given && legacyClaim(given, "ref");
    if (keys.includes(key) && typeof reference === "string" && leads && isOtherProject(leads, reference))
      problems[key] ??= `${key} must be a key of the project to which ${address} leads; it names another.`;
  }
  const [one, other] = [settings.SUPABASE_PUBLISHABLE_KEY?.value, settings.PUBLIC_SUPABASE_KEY?.value];
  if (one && other && one !== other && keys.includes("SUPABASE_PUBLISHABLE_KEY"))
    problems.SUPABASE_PUBLISHABLE_KEY ??= "SUPABASE_PUBLISHABLE_KEY must be the same key as PUBLIC_SUPABASE_KEY.";
  const { WEBHOOK_URL: webhook, WEBHOOK_SECRET } = settings;
  if (webhook && !WEBHOOK_SECRET && keys.includes("WEBHOOK_URL") && !problems.WEBHOOK_URL)
    if (chatProperty(new URL(webhook.value)) === undefined) problems.WEBHOOK_URL = unsigned;
  // A custom domain does not name its project.
  if (project && called?.value.includes(".supabase.co") && !called.value.includes(project.value))
    problems.SUPABASE_PROJECT_REF ??= "SUPABASE_PROJECT_REF must be the project to which SUPABASE_URL leads.";
  return problems;
}

/** The keys that may name their project, and the setting of its address. */
const keysOfProjects = [
  ["SUPABASE_SECRET_KEY", "SUPABASE_URL"],
  ["SUPABASE_PUBLISHABLE_KEY", "SUPABASE_URL"],
  ["PUBLIC_SUPABASE_KEY", "PUBLIC_SUPABASE_URL"],
] as const;

/** Whether an address is that of a project with another reference; a custom domain does not name its project. */
const isOtherProject = (address: string, reference: string): boolean =>
  URL.canParse(address) &&
  new URL(address).hostname.endsWith(".supabase.co") &&
  new URL(address).hostname !== `${reference}.supabase.co`;

/** What is wrong where mails leave a machine and their links do not. */
export const deadLinks =
  "SITE_URL must be the public address of the site: mails leave this machine, and their links lead to it, where nobody else can follow them.";

/** Whether mails leave a machine of one's own to other people, with links that lead back to it. */
function linksLeadNowhere({ SITE_URL, SMTP_URL, RESEND_API_KEY, SUPABASE_URL }: Settings): boolean {
  const isHere = (address: string) => !URL.canParse(address) || isLoopback(new URL(address).hostname);
  const leaves = RESEND_API_KEY !== undefined || (SMTP_URL !== undefined && !isHere(SMTP_URL.value));
  return leaves && !SUPABASE_URL && (SITE_URL === undefined || isHere(SITE_URL.value));
}

/** Whether this is a public site on a machine of its own (a hosted project has secrets of its own), without a way to send mails. */
function nobodyIsMailed({ SITE_URL, ...others }: Settings): boolean {
  if (!SITE_URL || !URL.canParse(SITE_URL.value) || isLoopback(new URL(SITE_URL.value).hostname)) return false;
  const { SMTP_URL, RESEND_API_KEY, SUPABASE_URL, PUBLIC_SUPABASE_URL } = others;
  return !(SMTP_URL ?? RESEND_API_KEY ?? SUPABASE_URL ?? PUBLIC_SUPABASE_URL);
}

const ofBuild = keysOf(build);

/**
 * The settings that a build puts into public files, checked and in their final form; those that are not set are missing.
 * @throws SettingsError naming every wrong one at once.
 */
export function buildEnvironment(env: Texts, folder: string): Record<string, string> {
  const settings = resolveSettings({}, env, folder);
  const problems = Object.values(settingProblems(settings, ofBuild));
  if (problems.length > 0) throw new SettingsError(problems.join("\n"));
  const site = siteOf(settings);
  const origins = {
    ...(site ? { PUBLIC_SITE_URL: site.origin } : {}),
    ...(settings.PUBLIC_SUPABASE_URL
      ? { PUBLIC_SUPABASE_URL: new URL(settings.PUBLIC_SUPABASE_URL.value).origin }
      : {}),
  };
  const texts = ofBuild.flatMap((key) => (settings[key] && key !== "SITE_URL" ? [[key, settings[key].value]] : []));
  return { ...Object.fromEntries(texts), ...origins };
}
