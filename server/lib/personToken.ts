import { timingSafeEqual } from "hono/utils/buffer";
import { keyedHash } from "./keyedHash.ts";

/** How long a token is valid, in ms. */
const life = 24 * 3_600_000;

const signature = (secret: string, id: string, expires: string): Promise<string> =>
  keyedHash(secret, `keelbook person token 1, ${id}, ${expires}`);

/** A token with which the person of this row of the waitlist may answer the questions after joining, for 24 hours. */
export async function makePersonToken(secret: string, id: string, now = Date.now()): Promise<string> {
  const expires = String(now + life);
  return `${id}.${expires}.${await signature(secret, id, expires)}`;
}

/** The id of the person that a token is for; undefined if it is not ours or has expired. */
export async function readPersonToken(secret: string, token: string, now = Date.now()): Promise<string | undefined> {
  const [, id = "", expires = "", signed = ""] = /^([\da-f-]{36})\.(\d{1,16})\.([\da-f]{64})$/u.exec(token) ?? [];
  if (!(Number(expires) > now)) return undefined;
  return (await timingSafeEqual(signed, await signature(secret, id, expires))) ? id : undefined;
}
