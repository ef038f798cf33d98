import { readdirSync } from "node:fs";
import { SettingsError } from "../../server/settings/read.ts";

/**
 * The alias that makes every import of `components/copy/en/` one of the folder of the chosen language (`PUBLIC_LANGUAGE`).
 * @throws SettingsError naming the folders that there are.
 */
export function copyAlias(language = "en"): { find: RegExp; replacement: string } {
  const folders = readdirSync("components/copy", { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  if (!folders.includes(language))
    throw new SettingsError(
      `PUBLIC_LANGUAGE must be a folder of components/copy: ${folders.join(", ")}. There is no "${language}".`,
    );
  return { find: /\/copy\/en\//u, replacement: `/copy/${language}/` };
}
