import { type Aside, databasesAside } from "../../server/embedded/folder/aside.ts";
import type { BackendContext } from "./context.ts";

/** Former databases that restores put aside in the embedded stack's folder; a hosted project has none. */
export const databasesAsideOf = async ({
  embedded,
  settings,
}: Pick<BackendContext, "embedded" | "settings">): Promise<Aside[]> =>
  embedded && settings.DATA_FOLDER ? databasesAside(settings.DATA_FOLDER.value) : [];
