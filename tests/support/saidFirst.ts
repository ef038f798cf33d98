import { messageOf } from "../../server/lib/caught.ts";

/** Says why the set-up of tests fails before Vitest does, which lists all that it has not found then. */
export async function saidFirst<T>(settingUp: Promise<T>): Promise<T> {
  try {
    return await settingUp;
  } catch (error) {
    process.stderr.write(`\n${messageOf(error)}\n`);
    throw error;
  }
}
