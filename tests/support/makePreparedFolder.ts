import type { EmbeddedKeys } from "../../server/embedded/folder/keys.ts";
import { startStack } from "../../server/embedded/stack/stack.ts";
import { storeWithFewRounds } from "./fewRounds.ts";

/** Makes a data folder in which a stack was started once and stopped, to be copied; returns its keys. */
export async function makePreparedFolder(dataFolder: string): Promise<EmbeddedKeys> {
  const { databaseUrl, keys, stop } = await startStack({ dataFolder, port: 0 });
  await storeWithFewRounds(databaseUrl, ["postgres"], keys.postgresPassword).finally(stop);
  return keys;
}
