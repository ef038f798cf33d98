import { readMigrations } from "../database/migrate.ts";
import { withClient } from "../database/withClient.ts";
import type { EmbeddedKeys } from "../folder/keys.ts";
import { prepareDatabase } from "../lite/lite.ts";
import { BackupError, unlessDamaged } from "./backupError.ts";
import { load } from "./load.ts";
import { type BackupHead, type BackupSums, parseHead, parseKeys, partsHash } from "./manifest.ts";
import type { Entry } from "./tar.ts";

/** A backup whose head has been read, but not its rows. */
export interface OpenBackup {
  head: BackupHead;
  keys: EmbeddedKeys;
  /** Loads the rows into an empty database, verifies them, and applies this checkout's newer migrations. */
  restore(databaseUrl: string): Promise<BackupSums>;
}

/** Ends the mails that wait, until an operator says so: most of them have been sent since the backup was made. */
const holdMails = `
  update public.email_outbox set dead_at = now(), leased_until = null, last_error = 'restored'
    where sent_at is null and dead_at is null`;

/** Whether this checkout has newer migrations. @throws BackupError if the backup has one that this checkout does not know. */
async function isOlder({ migrations }: BackupHead): Promise<boolean> {
  const known = new Set((await readMigrations()).map(({ version }) => version));
  const unknown = migrations.find((version) => !known.has(version));
  if (unknown !== undefined)
    throw new BackupError(
      `The backup holds migration ${unknown}, which is not in this checkout. Restore it with the version that made it, or a newer one.`,
    );
  return known.size > new Set(migrations).size;
}

/**
 * Reads the head and the keys of a backup; changes nothing yet.
 * @param log says that the restored rows are being migrated, where they are of an older version
 * @throws BackupError if it is damaged, or was made by a newer version.
 */
export async function openBackup(entries: AsyncIterator<Entry>, log?: (line: string) => void): Promise<OpenBackup> {
  const hash = partsHash();
  const next = async (): Promise<Entry | undefined> => {
    const result = await entries.next();
    if (result.done) return undefined;
    hash.add(result.value);
    return result.value;
  };
  const head = parseHead(await next());
  const older = await isOlder(head).catch(unlessDamaged(entries));
  const keys = parseKeys(await next());
  return {
    head,
    keys,
    restore: async (databaseUrl) => {
      await prepareDatabase({ databaseUrl, keys, migrations: head.migrations, log });
      const sums = await withClient(databaseUrl, (client) => load(client, head, entries, hash));
      if (older) await prepareDatabase({ databaseUrl, keys, log });
      await withClient(databaseUrl, (client) => client.query(holdMails));
      return sums;
    },
  };
}
