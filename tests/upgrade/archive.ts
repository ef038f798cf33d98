import { createReadStream, createWriteStream, readdirSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Entry, readArchive, writeArchive } from "../../server/embedded/backup/archive.ts";
import { type Migration, readMigrations } from "../../server/supabase/migrations.ts";

/** The folder with an archive for each release, `1.0.0.tar.gz`: its migrations, and a backup with every kind of row. */
export const upgradeFolder = fileURLToPath(new URL(".", import.meta.url));

const ending = ".tar.gz";
const backupName = "launch.backup";
const migrationsName = "supabase/migrations";

/** The path of a release's archive. */
export const archiveOf = (release: string, folder = upgradeFolder): string => join(folder, `${release}${ending}`);

/**
 * The releases that this checkout is tested to update from, with their archives. While there are none, it is the checkout
 * itself, of which a test makes one.
 */
export const testedReleases = (): { name: string; file?: string }[] => {
  const names = readdirSync(upgradeFolder).filter((name) => name.endsWith(ending));
  return names.length > 0
    ? names.map((name) => ({ name: basename(name, ending), file: join(upgradeFolder, name) }))
    : [{ name: "this checkout" }];
};

/** A release whose archive was unpacked. */
export interface Release {
  /** Its version, by which the archive is named. */
  version: string;
  /** The path of its backup. */
  backup: string;
  /** The folder of its migrations, and these. */
  folder: string;
  migrations: Migration[];
}

/** Writes the archive of a release: this checkout's migrations and a backup. */
export async function pack(file: string, backup: string): Promise<void> {
  async function* entries(): AsyncGenerator<Entry> {
    for (const { version, name, sql } of await readMigrations())
      yield { name: `${migrationsName}/${version}_${name}.sql`, body: Buffer.from(sql) };
    yield { name: backupName, body: await readFile(backup) };
  }
  await pipeline(writeArchive(entries()), createWriteStream(file));
}

/** Unpacks the archive of a release into a folder. */
export async function unpack(file: string, into: string): Promise<Release> {
  const folder = join(into, migrationsName);
  for await (const { name, body } of readArchive(createReadStream(file))) {
    await mkdir(dirname(join(into, name)), { recursive: true });
    await writeFile(join(into, name), body);
  }
  return {
    version: basename(file, ending),
    backup: join(into, backupName),
    folder,
    migrations: await readMigrations(pathToFileURL(`${folder}/`)),
  };
}

/** The parts of a release's backup, which is small. */
export async function partsOf({ backup }: Pick<Release, "backup">): Promise<Entry[]> {
  const parts: Entry[] = [];
  for await (const part of readArchive(createReadStream(backup))) parts.push(part);
  return parts;
}

/** What differs between the files of a release and those of this checkout, a sentence each: a released file never changes. */
export const changedSince = (
  { version, migrations }: Pick<Release, "version" | "migrations">,
  present: readonly Migration[],
): string[] =>
  migrations
    .map((migration) => ({ ...migration, now: present.find((other) => other.version === migration.version) }))
    .filter(({ now, name, sha256 }) => now?.name !== name || now.sha256 !== sha256)
    .map(
      ({ version: number, name }) =>
        `supabase/migrations/${number}_${name}.sql is not the file of ${version}: take it back, as a change of the database is a new file.`,
    );
