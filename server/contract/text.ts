import * as v from "valibot";

// Control characters, halves of surrogate pairs, and what turns the direction of the text around it (Unicode TR 36).
const control = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;
const controlInProse = /(?![\t\n])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;
/** Something a reader can see: a zero-width space is no name. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;
// The HTML standard's "valid e-mail address", which is what type=email enforces in the browser (spec section 5).
const email =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/u;

/** Said of a field that is not there at all. */
export const required = "Required.";

/** An e-mail address, trimmed and lower-cased; the rule is the HTML standard's `type=email`. */
export const emailField = (max: number) =>
  v.pipe(
    v.string("Enter an e-mail address."),
    v.trim(),
    v.nonEmpty("Enter an e-mail address."),
    v.maxLength(max, `The e-mail address is longer than ${max} characters.`),
    v.regex(email, "Enter a valid e-mail address, such as ada@example.com."),
    // After the rule: lower-casing turns the Kelvin sign, which is no ASCII letter, into one.
    v.toLowerCase(),
  );

const nfc = v.transform((text: string) => text.normalize("NFC"));

/** One line of text: trimmed, NFC-normalised, no control characters, at most `max` code points. */
export const lineField = (label: string, max: number) =>
  v.pipe(
    v.string(`Enter ${label}.`),
    v.trim(),
    nfc,
    v.check((text) => visible.test(text), `Enter ${label}.`),
    v.check((text) => !control.test(text), "Control characters are not allowed here."),
    v.check((text) => [...text].length <= max, `At most ${max} characters, please.`),
  );

/** Free text of several lines: as {@link lineField}, with tabs and line breaks allowed (CRLF becomes LF). */
export const proseField = (label: string, max: number) =>
  v.pipe(
    v.string(`Enter ${label}.`),
    v.transform((text) => text.replaceAll(/\r\n?/gu, "\n")),
    v.trim(),
    nfc,
    v.check((text) => visible.test(text), `Enter ${label}.`),
    v.check((text) => !controlInProse.test(text), "Control characters are not allowed here."),
    v.check((text) => [...text].length <= max, `At most ${max} characters, please.`),
  );
