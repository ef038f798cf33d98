import bcrypt from "bcryptjs";

/** The lowest cost that bcrypt has: a hash takes 2 ms instead of 70. */
const lowestCost = 4;

/**
 * Makes stacks in this process hash passwords at bcrypt's lowest cost, because hashes were a tenth of the
 * processor time of the backend's tests. @supabase/lite calls the methods of this object, which a process has
 * only once.
 */
export function hashCheaply(): void {
  const { hash } = bcrypt;
  bcrypt.hash = (password: string, salt: number | string) =>
    hash(password, typeof salt === "number" ? Math.min(salt, lowestCost) : salt);
}
