import * as v from "valibot";
import { formsBasePath } from "../contract/outcomes.ts";
import { definitions, type SettingKey, settingKeys } from "./definitions.ts";
import { routeSettings } from "./mailRoutes.ts";
import { pathOfSite } from "./pathOfSite.ts";
import { readSetting } from "./read.ts";
import type { Settings } from "./resolve.ts";

/** The problems of the settings, separately and in combination; undefined entries are valid. */
export function settingProblems(settings: Settings): Partial<Record<SettingKey, string>> {
  const problems: Partial<Record<SettingKey, string>> = { ...contradictions(settings) };
  for (const key of settingKeys) {
    const setting = settings[key];
    const read = setting && readSetting(key, setting.value);
    if (read && "problem" in read) problems[key] = read.problem;
  }
  return problems;
}

function contradictions(settings: Settings): Partial<Record<SettingKey, string>> {
  const together = needs(settings);
  return {
    ...severalRoutes(settings),
    ...Object.fromEntries(routeSettings.flatMap((key) => Object.entries(together(key, "MAIL_FROM")))),
    ...together("RECAPTCHA_SECRET_KEY", "PUBLIC_RECAPTCHA_SITE_KEY"),
    ...together("PUBLIC_RECAPTCHA_SITE_KEY", "RECAPTCHA_SECRET_KEY"),
    ...together("SUPABASE_SECRET_KEY", "SUPABASE_URL"),
    ...together("SUPABASE_URL", "SUPABASE_SECRET_KEY"),
    ...otherProject(settings),
    ...buildContradictions(settings),
  };
}

/** The problem of mails that could leave by more than one route. */
function severalRoutes(settings: Settings): Partial<Record<SettingKey, string>> {
  const [first, ...others] = routeSettings.filter((key) => settings[key] !== undefined);
  return Object.fromEntries(others.map((key) => [key, `Set either ${key} or ${first}, not both.`]));
}

/** The address that Supabase gives a hosted project. A custom domain says nothing about whose it is. */
const projectAddress = /^https:\/\/(?<ref>[a-z]{20})\.supabase\.co$/u;

/** The problems of settings that name different projects, where they would be one: visitors would use one, and the operator another. */
function otherProject(settings: Settings): Partial<Record<SettingKey, string>> {
  const refOf = (key: "SUPABASE_URL" | "PUBLIC_SUPABASE_URL") => {
    const address = v.safeParse(definitions[key].format.schema, settings[key]?.value);
    return address.success ? projectAddress.exec(address.output)?.groups?.["ref"] : undefined;
  };
  const [operators, visitors] = [refOf("SUPABASE_URL"), refOf("PUBLIC_SUPABASE_URL")];
  const deployed = settings.SUPABASE_PROJECT_REF?.value;
  const [ref, key] = operators === undefined ? [visitors, "PUBLIC_SUPABASE_URL"] : [operators, "SUPABASE_URL"];
  return {
    ...(operators !== undefined && visitors !== undefined && operators !== visitors
      ? {
          PUBLIC_SUPABASE_URL: `PUBLIC_SUPABASE_URL must be https://${operators}.supabase.co, the project that SUPABASE_URL leads to.`,
        }
      : {}),
    ...(deployed !== undefined && ref !== undefined && deployed !== ref
      ? { SUPABASE_PROJECT_REF: `SUPABASE_PROJECT_REF must be ${ref}, to which ${key} leads.` }
      : {}),
  };
}

const needs =
  (settings: Settings) =>
  (one: SettingKey, other: SettingKey): Partial<Record<SettingKey, string>> =>
    settings[one] && !settings[other] ? { [one]: `${one} needs ${other} beside it.` } : {};

/** The problems that settings have in combination of which a page would be built that does not work. */
export const buildContradictions = (settings: Settings): Partial<Record<SettingKey, string>> => ({
  ...needs(settings)("PUBLIC_SUPABASE_URL", "PUBLIC_SUPABASE_KEY"),
  ...needs(settings)("PUBLIC_SUPABASE_KEY", "PUBLIC_SUPABASE_URL"),
  ...otherPath(settings),
  ...pathOfBackend(settings),
});

/** Where the backend answers at the page's own origin. */
const backendPaths = ["/rest/v1/", "/auth/v1/", `${formsBasePath}/`];

/** The problem of a base path at which the backend of the page's own origin would answer in the page's place. */
function pathOfBackend(settings: Settings): Partial<Record<SettingKey, string>> {
  const { BASE_PATH: base } = settings;
  const taken = backendPaths.find((path) => base?.value.startsWith(path));
  if (taken === undefined) return {};
  const key = (base?.source === "default" ? pathOfSite(settings)?.key : undefined) ?? "BASE_PATH";
  return { [key]: `${key} must not lead to ${taken}, where the backend answers.` };
}

/** The problem of a base path that is not that of the site's address: the page's links, or those of mails, would lead nowhere. */
function otherPath(settings: Settings): Partial<Record<SettingKey, string>> {
  const site = pathOfSite(settings);
  if (!site || site.path === settings.BASE_PATH?.value) return {};
  const { key, path, possible } = site;
  return possible
    ? { BASE_PATH: `BASE_PATH must be ${path}, where ${key} leads.` }
    : {
        [key]: `${key} leads to ${path}. A path can have letters from a to z, digits, slashes and the signs . _ ~ - only.`,
      };
}
