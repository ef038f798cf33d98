import { type Aside, databasesAside } from "../../server/embedded/folder/aside.ts";
import type { BackendContext } from "./context.ts";

/** Former databases that restores put aside in the embedded stack's folder; a hosted project has none. */
export const databasesAsideOf = async ({
  embedded,
  settings,
}: Pick<BackendContext, "embedded" | "settings">): Promise<Aside[]> =>
  embedded ? databasesAside(settings.DATA_FOLDER.value) : [];

/** A sentence, with a space before it, that names those databases after an erasure, which does not reach them; empty without any. */
export async function asideText(context: Pick<BackendContext, "embedded" | "settings">): Promise<string> {
  const folders = (await databasesAsideOf(context)).map(({ folder }) => folder);
  return folders.length > 0
    ? ` Nor can the databases that a restore put aside; delete them yourself: ${folders.join(", ")}`
    : "";
}
