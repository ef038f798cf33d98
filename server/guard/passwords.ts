import { AuthError } from "./authError.ts";
import { commonPasswords } from "./commonPasswords.ts";

/** Minimum length of a password, in characters; supabase/config.toml has the same number. */
export const minPasswordLength = 8;

/** Maximum length, in bytes: bcrypt ignores the rest. */
export const maxPasswordBytes = 72;

/**
 * Refuses a new password that is too short, too long, or on the list of common ones.
 * @throws AuthError `weak_password` with its reasons (`length`, `pwned`), `validation_failed` for one too long.
 */
export function requireStrong(password: string): void {
  if (new TextEncoder().encode(password).byteLength > maxPasswordBytes)
    throw new AuthError(400, "validation_failed", `Password cannot be longer than ${maxPasswordBytes} bytes.`);
  const reasons = [
    ...([...password].length < minPasswordLength ? ["length"] : []),
    ...(commonPasswords.has(password.toLowerCase()) ? ["pwned"] : []),
  ];
  if (reasons.length === 0) return;
  const text = reasons.includes("length")
    ? `Password should be at least ${minPasswordLength} characters.`
    : "Password is known to be weak and easy to guess, please choose a different one.";
  throw new AuthError(422, "weak_password", text, { weak_password: { reasons } });
}
