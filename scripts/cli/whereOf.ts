import type { BackendContext } from "./context.ts";

/** Names whose records a command works on, for a person: a stack that was started for the command has an address that tells nothing. */
export const whereOf = ({ embedded, settings, url }: Pick<BackendContext, "embedded" | "settings" | "url">): string =>
  embedded ? settings.DATA_FOLDER.value : new URL(url).host;
