import { settingKeys } from "../../server/settings/definitions.ts";

/**
 * The constants of the page's code that stand for settings, as Vite defines them. Those that are not set are constants too: Vite
 * would take them from the environment, where they may be blank.
 */
export const pageConstants = (settings: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    settingKeys
      .filter((key) => key.startsWith("PUBLIC_"))
      .map((key) => [`import.meta.env.${key}`, JSON.stringify(settings[key]) ?? "undefined"]),
  );
