import { timingSafeEqual } from "hono/utils/buffer";
import { keyedHash } from "./keyedHash.ts";

/** How long a token is valid, in ms. */
const life = 24 * 3_600_000;

/** Whom a token is for: somebody on the waitlist, or nobody, for who filled in the honeypot or has to confirm before it counts what they say. */
export interface TokenHolder {
  /** Id of their row in the waitlist; made up for nobody. */
  id: string;
  nobody: boolean;
}

const signature = (secret: string, { id, nobody }: TokenHolder, expires: string): Promise<string> =>
  keyedHash(secret, `keelbook person token 1, ${nobody ? "nobody" : "person"}, ${id}, ${expires}`);

/** A token with which somebody may answer the questions after joining, for 24 hours. One for nobody looks the same. */
export async function makePersonToken(secret: string, holder: TokenHolder, now = Date.now()): Promise<string> {
  const expires = String(now + life);
  return `${holder.id}.${expires}.${await signature(secret, holder, expires)}`;
}

/** Whom a token is for; undefined if it is not ours or has expired. */
export async function readPersonToken(
  secret: string,
  token: string,
  now = Date.now(),
): Promise<TokenHolder | undefined> {
  const [, id = "", expires = "", signed = ""] = /^([\da-f-]{36})\.(\d{1,16})\.([\da-f]{64})$/u.exec(token) ?? [];
  if (!(Number(expires) > now)) return undefined;
  for (const nobody of [false, true])
    if (await timingSafeEqual(signed, await signature(secret, { id, nobody }, expires))) return { id, nobody };
  return undefined;
}
