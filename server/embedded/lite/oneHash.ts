import { AsyncLocalStorage } from "node:async_hooks";
import bcrypt from "bcryptjs";

/** Cost of the password hashes of @supabase/lite. */
const usualCost = 10;

const watched = new AsyncLocalStorage<{ hashed: boolean }>();
let installed = false;

/** Notes the hashes that lite computes: it calls the methods of this object, which is the same for everybody in this process. */
function install(): void {
  if (installed) return;
  installed = true;
  const { hash, compare } = bcrypt;
  const note = (): void => {
    const work = watched.getStore();
    if (work) work.hashed = true;
  };
  bcrypt.hash = (password: string, salt: number | string) => {
    note();
    return hash(password, salt);
  };
  bcrypt.compare = (password: string, known: string) => {
    note();
    return compare(password, known);
  };
}

/**
 * Makes `work` compute a password hash even if it needs none. A hash stops this process for some 70 ms, which other requests
 * notice: without it, an answer that needs none would show that an address has no account (docs/decisions/0062).
 * @throws what `work` throws, after the hash.
 */
export async function withOneHash<T>(work: () => Promise<T>): Promise<T> {
  install();
  const seen = { hashed: false };
  try {
    return await watched.run(seen, work);
  } finally {
    if (!seen.hashed) await bcrypt.hash("", usualCost);
  }
}
