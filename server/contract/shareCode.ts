/** Crockford's base32 leaves out letters that look like others, and reads those as what they look like. */
const lookalikes: Record<string, string> = { O: "0", I: "1", L: "1" };

/** The letters of codes. */
export const codeLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A random share code, as `new_share_code` of supabase/migrations makes them. */
export const newShareCode = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => codeLetters[byte & 31]).join("");

/** A share code: 8 letters of Crockford's base32. */
const form = /^[0-9A-HJKMNP-TV-Z]{8}$/u;

/** The share code, in its stored form, in the text of a file or a person; undefined if the text is not one. */
export function readShareCode(text: string): string | undefined {
  const code = text
    .slice(0, 64)
    .toUpperCase()
    .replaceAll(/[\s\p{Cf}-]/gu, "")
    .replaceAll(/[OIL]/gu, (letter) => lookalikes[letter] ?? letter);
  return form.test(code) ? code : undefined;
}

/**
 * The share code of a link: its first eight letters or digits, as programs that find links in a text take the signs around it for a
 * part of it. Undefined if they are none.
 */
export const shareCodeOfLink = (via: string): string | undefined =>
  readShareCode(via.replaceAll(/[^0-9a-z]/giu, "").slice(0, 8));

/** Whether a text is an invite code as it is stored: 16 of the same letters. */
export const isInviteCode = (text: string): boolean => /^[0-9A-HJKMNP-TV-Z]{16}$/u.test(text);

/** The link that a person gives to friends. @param site address of the page, without a slash at its end */
export const shareLink = (site: string, code: string): string => `${site}/?via=${code}`;

/** The tokens of a link to a person's place: one that only shows it, and one by which they leave the list or are erased. */
export interface PlaceTokens {
  place: string;
  unsubscribe: string;
}

/** What stands in a link to a person's place, as in `#place=…`. */
export const joinPlaceLink = ({ place, unsubscribe }: PlaceTokens): string => `${place}.${unsubscribe}`;

/** The tokens in such a link; blank where a part of it is missing. */
export function splitPlaceLink(link: string): PlaceTokens {
  const [place = "", unsubscribe = ""] = link.split(".");
  return { place, unsubscribe };
}
