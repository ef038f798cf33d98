import { type BackendContext, dataFolderOf } from "../session/context.ts";

/**
 * Says what an erasure does not reach, including the former databases that restores put aside in the embedded
 * stack's folder.
 */
export async function unerasedText(context: Pick<BackendContext, "embedded" | "settings">): Promise<string> {
  const dataFolder = dataFolderOf(context);
  const folders = dataFolder === undefined ? [] : await foldersAside(dataFolder);
  const aside = `Nor can the databases that a restore put aside; delete them yourself: ${folders.join(", ")}`;
  return `Mails at your mail provider, backups and earlier exports cannot be erased from here.${folders.length > 0 ? ` ${aside}` : ""}`;
}

async function foldersAside(dataFolder: string): Promise<string[]> {
  // Loaded only for an embedded stack, because the module loads a part of its code.
  const { databasesAside } = await import("../../../server/embedded/folder/restored.ts");
  return (await databasesAside(dataFolder)).map(({ folder }) => folder);
}
