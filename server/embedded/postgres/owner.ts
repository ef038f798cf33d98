import { execFile } from "node:child_process";
import { chown } from "node:fs/promises";
import { promisify } from "node:util";
import { StackError } from "../errors/stackError.ts";

const run = promisify(execFile);

/** The user that PostgreSQL runs as, where it is not the current one. */
export interface Owner {
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

/** Cached owner: looking it up runs two programs, and a start needs it three times. */
let found: Owner | undefined;

/**
 * The user to run PostgreSQL as. It refuses to run as root, so root uses the system user `postgres`, which is created if missing.
 * @returns undefined for the current user
 * @throws StackError if that user can neither be found nor created.
 */
export async function postgresOwner(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  found ??= (await lookUp()) ?? (await create());
  return found;
}

/** Gives a file or folder to the user that PostgreSQL runs as. @throws the operating system's error, and StackError as above */
export async function giveToPostgres(path: string): Promise<void> {
  const owner = await postgresOwner();
  if (owner) await chown(path, owner.uid, owner.gid);
}

async function create(): Promise<Owner> {
  const failure: unknown = await run("useradd", ["--system", "--user-group", "--no-create-home", "postgres"]).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  // Whatever it answered: another process may have created the user meanwhile.
  const created = await lookUp();
  if (created) return created;
  throw new StackError(
    "PostgreSQL cannot run as root and the user postgres could not be created. Run as a normal user, or create it: useradd --system postgres",
    { cause: failure },
  );
}
