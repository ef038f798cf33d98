import { messageOf } from "../../server/lib/caught.ts";

/** Prints why the set-up of tests fails before Vitest does, which would list everything that it has not found then. */
export async function saidFirst<T>(settingUp: Promise<T>): Promise<T> {
  try {
    return await settingUp;
  } catch (error) {
    process.stderr.write(`\n${messageOf(error)}\n`);
    throw error;
  }
}
