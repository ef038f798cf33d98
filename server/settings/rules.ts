import * as v from "valibot";
import { isLoopback } from "../lib/loopback.ts";
import { definitions, isSecret, type SettingKey, settingKeys } from "./definitions.ts";
import { legacyClaim } from "./formats.ts";
import { chatProperty } from "./webhook.ts";
import { isUrl } from "../lib/isUrl.ts";

/** The texts of settings, as somebody wrote them; blank ones count as none. Other names are ignored. */
export type Texts = Readonly<Record<string, string | undefined>>;

/** What is wrong with settings, by the name of the one to change. */
export type Problems = Partial<Record<SettingKey, string>>;

/** The settings that a host sees, without blank ones. */
type Seen = Partial<Record<SettingKey, string | undefined>>;

/** What is wrong with the text of a setting; undefined if it is right. */
export function problemOf(key: SettingKey, text: string): string | undefined {
  // This is how docs/launch.md shows keys and passwords.
  if ((isSecret(key) || key.endsWith("_KEY")) && text.endsWith("…")) return `${key} still has the … of the example.`;
  // This is how Supabase's dashboard shows connection strings.
  if (/\[YOUR-[A-Z-]+\]/u.test(text))
    return `${key} still has the placeholder in square brackets: put the value in its place.`;
  if (v.is(definitions[key], text)) return undefined;
  return `${key} ${v.getDescription(definitions[key].wrapped) ?? "must be text"}.`;
}

const eitherProject = "set both for a hosted project, or neither for the embedded stack";
const eitherCaptcha = "set both for reCAPTCHA, or neither for ALTCHA";

/** The settings that make sense only together with another, and the alternative. */
const pairs: readonly [SettingKey, SettingKey, string?][] = [
  ["RECAPTCHA_SECRET_KEY", "PUBLIC_RECAPTCHA_SITE_KEY", eitherCaptcha],
  ["PUBLIC_RECAPTCHA_SITE_KEY", "RECAPTCHA_SECRET_KEY", eitherCaptcha],
  ["SUPABASE_SECRET_KEY", "SUPABASE_URL", eitherProject],
  ["SUPABASE_URL", "SUPABASE_SECRET_KEY", eitherProject],
  ["PUBLIC_SUPABASE_URL", "PUBLIC_SUPABASE_KEY"],
  ["PUBLIC_SUPABASE_KEY", "PUBLIC_SUPABASE_URL"],
];

/** The keys that may name their project, and the setting of its address. */
const keysOfProjects = [
  ["SUPABASE_SECRET_KEY", "SUPABASE_URL"],
  ["SUPABASE_PUBLISHABLE_KEY", "SUPABASE_URL"],
  ["PUBLIC_SUPABASE_KEY", "PUBLIC_SUPABASE_URL"],
] as const;

/** The error if mails leave a machine but their links lead to it. */
export const deadLinks =
  "SITE_URL must be the public address of the site: mails leave this machine, and their links lead to it, where nobody else can follow them.";

/** The error if a public site has no way to send mails. */
export const unmailed =
  "Nobody gets mail: SITE_URL is public, but neither SMTP_URL nor RESEND_API_KEY is set, so mails become files on this machine (docs/mail.md).";

/** Whether a stack starts in spite of the error, since people try it out like this. */
export const isBearable = (problem: string): boolean => problem === deadLinks || problem === unmailed;

/** Texts without blanks around them, and without blank ones. */
export const presentOf = (given: Texts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([key, text]) => (text?.trim() ? [[key, text.trim()] as const] : [])),
  );

/**
 * What is wrong with the settings that a host reads: those of `required` that are missing, and those of `keys`
 * that are invalid or do not go together. It looks at no other settings, as they belong to other hosts. No
 * sentence quotes a value: it may be a secret.
 */
export function settingProblems(
  given: Texts,
  keys: readonly SettingKey[] = settingKeys,
  required: readonly SettingKey[] = [],
): Problems {
  const present: Seen = presentOf(given);
  const seen: Seen = Object.fromEntries(keys.map((key) => [key, present[key]]));
  const problems: Problems = {};
  for (const key of required) if (!seen[key]) problems[key] = `${key} is missing.`;
  for (const key of keys) {
    const problem = seen[key] && problemOf(key, seen[key]);
    if (problem) problems[key] = problem;
  }
  for (const [key, problem] of together(seen, new Set(keys))) problems[key] ??= problem;
  return problems;
}

/** The rules that join settings. A rule counts as broken only where the host reads the missing setting. */
function* together(seen: Seen, read: ReadonlySet<SettingKey>): Generator<[SettingKey, string]> {
  for (const [one, other, choice] of pairs)
    if (seen[one] && !seen[other] && read.has(other))
      yield [one, `${one} needs ${other} beside it${choice === undefined ? "" : `: ${choice}`}.`];
  yield* ofMails(seen, read);
  yield* ofProjects(seen);
  const { WEBHOOK_URL: webhook } = seen;
  if (webhook && !seen.WEBHOOK_SECRET && isUrl(webhook) && chatProperty(new URL(webhook)) === undefined)
    yield [
      "WEBHOOK_URL",
      "WEBHOOK_SECRET is missing, which signs the events for WEBHOOK_URL: whsec_ and the output of openssl rand -base64 32.",
    ];
}

/** Whether the settings are for a hosted project, as the command line decides it. */
const isHosted = ({ SUPABASE_URL, SUPABASE_PROJECT_REF }: Seen): boolean =>
  (SUPABASE_URL ?? SUPABASE_PROJECT_REF) !== undefined;

const isHere = (address: string): boolean => !isUrl(address) || isLoopback(new URL(address).hostname);

function* ofMails(seen: Seen, read: ReadonlySet<SettingKey>): Generator<[SettingKey, string]> {
  const { SMTP_URL: smtp, RESEND_API_KEY: resend, SITE_URL: site } = seen;
  if (smtp && resend) yield ["RESEND_API_KEY", "Set either RESEND_API_KEY or SMTP_URL, not both."];
  if ((smtp ?? resend) && !seen.MAIL_FROM)
    yield ["MAIL_FROM", "MAIL_FROM is missing: mails need an address they come from."];
  const leave = resend !== undefined || (smtp !== undefined && !isHere(smtp));
  const stays = !isHosted(seen);
  if (stays && leave && read.has("SITE_URL") && read.has("SMTP_URL") && (!site || isHere(site)))
    yield ["SITE_URL", deadLinks];
  // A page that talks to a hosted project leaves the mails to it.
  if (stays && read.has("SMTP_URL") && site && !isHere(site) && !(smtp ?? resend ?? seen.PUBLIC_SUPABASE_URL))
    yield ["SMTP_URL", unmailed];
  // A function cannot reach the operator's machine, and neither can the people it mails.
  for (const key of ["WEBHOOK_URL", "PRODUCT_URL"] as const)
    if (isHosted(seen) && seen[key]?.startsWith("http:"))
      yield [key, `${key} must be an address that begins with https://.`];
}

/** The reference in a project's address; undefined for a custom domain, which does not name its project. */
const referenceIn = (address: string | undefined): string | undefined =>
  address && isUrl(address)
    ? /^(?<ref>[^.]+)\.supabase\.co$/u.exec(new URL(address).hostname)?.groups?.["ref"]
    : undefined;

function* ofProjects(seen: Seen): Generator<[SettingKey, string]> {
  for (const [key, address] of keysOfProjects) {
    const [named, led] = [legacyClaim(seen[key] ?? "", "ref"), referenceIn(seen[address])];
    if (typeof named === "string" && led !== undefined && named !== led)
      yield [key, `${key} must be a key of the project to which ${address} leads; it names another.`];
  }
  const { SUPABASE_PUBLISHABLE_KEY: own, PUBLIC_SUPABASE_KEY: ofPage, SUPABASE_PROJECT_REF: project } = seen;
  if (own && ofPage && own !== ofPage)
    yield ["SUPABASE_PUBLISHABLE_KEY", "SUPABASE_PUBLISHABLE_KEY must be the same key as PUBLIC_SUPABASE_KEY."];
  for (const address of ["SUPABASE_URL", "PUBLIC_SUPABASE_URL"] as const) {
    const led = referenceIn(seen[address]);
    if (project && led !== undefined && led !== project)
      yield ["SUPABASE_PROJECT_REF", `SUPABASE_PROJECT_REF must be the project to which ${address} leads.`];
  }
}
