import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDataFolder } from "../../server/embedded/folder/open.ts";
import { makePreparedFolder } from "./dataFolders.ts";
import buildExport from "./export.setup.ts";
import { startDevServer } from "../journeys/devServer.ts";

/**
 * Starts what all journeys share: the export of the present sources; one offline dev server, since two would
 * conflict over Vite's cache, with its address in DEV_SERVER_URL; and a data folder in which a stack was
 * started once and stopped, which each site copies, in PREPARED_FOLDER.
 */
export default async function setup(): Promise<() => Promise<void>> {
  buildExport();
  const folder = await openDataFolder(join(tmpdir(), `keelbook-journeys-${process.pid}`));
  const preparing = makePreparedFolder(folder);
  // Shells and containers set NODE_ENV for all programs; the offline mode exists whatever it is.
  const server = await startDevServer([], { NODE_ENV: "production" });
  const { prepared } = await preparing.catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  process.env.DEV_SERVER_URL = server.url;
  process.env.PREPARED_FOLDER = prepared;
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
