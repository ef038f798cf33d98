import { formsBasePath } from "../contract/outcomes.ts";
import { type SettingKey, settingKeys } from "./definitions.ts";
import { routeSettings } from "./hosts.ts";
import { problemOf } from "./read.ts";
import type { Settings } from "./resolve.ts";
import { pathOfSite } from "./site.ts";

/** What is wrong with settings, by name. */
type Problems = Partial<Record<SettingKey, string>>;

/** The problems of the settings, separately and in combination. */
export function settingProblems(settings: Settings): Problems {
  const needs = needsIn(settings);
  const [route, ...otherRoutes] = routeSettings.filter((key) => settings[key]);
  return {
    ...Object.fromEntries(otherRoutes.map((key) => [key, `Set either ${key} or ${route}, not both.`])),
    ...(route === undefined ? {} : needs(route, "MAIL_FROM")),
    ...needs("RECAPTCHA_SECRET_KEY", "PUBLIC_RECAPTCHA_SITE_KEY"),
    ...needs("PUBLIC_RECAPTCHA_SITE_KEY", "RECAPTCHA_SECRET_KEY"),
    ...needs("SUPABASE_SECRET_KEY", "SUPABASE_URL"),
    ...needs("SUPABASE_URL", "SUPABASE_SECRET_KEY"),
    ...otherProject(settings),
    ...buildProblems(settings),
    ...formatProblems(settings, settingKeys),
  };
}

/** The settings among `keys` that are not written as they must be. */
export function formatProblems(settings: Settings, keys: readonly SettingKey[]): Problems {
  const found = keys.map((key) => [key, settings[key] && problemOf(key, settings[key].value)]);
  return Object.fromEntries(found.filter(([, problem]) => problem !== undefined));
}

const needsIn =
  (settings: Settings) =>
  (one: SettingKey, other: SettingKey): Problems =>
    settings[one] && !settings[other] ? { [one]: `${one} needs ${other} beside it.` } : {};

/** The settings that name a project. The address of a hosted one has its reference, a custom domain says nothing. */
const projects = ["SUPABASE_URL", "PUBLIC_SUPABASE_URL", "SUPABASE_PROJECT_REF"] as const;

/** The problem of settings that name different projects: visitors would use one, and the operator another. */
function otherProject(settings: Settings): Problems {
  const named = projects.flatMap((key) => {
    const ref = /^(?:https:\/\/)?(?<ref>[a-z]{20})(?:\.supabase\.co\b.*)?$/iu.exec(settings[key]?.value ?? "")
      ?.groups?.["ref"];
    return ref === undefined ? [] : [{ key, ref: ref.toLowerCase() }];
  });
  const [first] = named;
  const other = named.find(({ ref }) => ref !== first?.ref);
  return first && other
    ? { [other.key]: `${other.key} must name the project ${first.ref}, as ${first.key} does.` }
    : {};
}

/** The problems that settings have in combination of which a page would be built that does not work. */
export function buildProblems(settings: Settings): Problems {
  const needs = needsIn(settings);
  return {
    ...needs("PUBLIC_SUPABASE_URL", "PUBLIC_SUPABASE_KEY"),
    ...needs("PUBLIC_SUPABASE_KEY", "PUBLIC_SUPABASE_URL"),
    ...otherPath(settings),
    ...pathOfBackend(settings),
  };
}

/** Where the backend answers at the page's own origin. */
const backendPaths = ["/rest/v1/", "/auth/v1/", `${formsBasePath}/`];

/** The problem of a base path at which the backend of the page's own origin would answer in the page's place. */
function pathOfBackend(settings: Settings): Problems {
  const { BASE_PATH: base } = settings;
  const taken = backendPaths.find((path) => base?.value.startsWith(path));
  if (taken === undefined) return {};
  const key = (base?.source === "default" ? pathOfSite(settings)?.key : undefined) ?? "BASE_PATH";
  return { [key]: `${key} must not lead to ${taken}, where the backend answers.` };
}

/** The problem of a base path that is not that of the site's address: the page's links, or those of mails, would lead nowhere. */
function otherPath(settings: Settings): Problems {
  const site = pathOfSite(settings);
  if (!site || site.path === settings.BASE_PATH?.value) return {};
  const { key, path, possible } = site;
  return possible
    ? { BASE_PATH: `BASE_PATH must be ${path}, where ${key} leads.` }
    : { [key]: `${key} leads to ${path}. A path can have letters a to z, digits, slashes and . _ ~ - only.` };
}
