import * as v from "valibot";

// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const control = /[\u0000-\u001f\u007f-\u009f]/u;
// oxlint-disable-next-line no-control-regex -- the same, with tab and line breaks allowed
const controlInProse = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u;
// The HTML standard's "valid e-mail address", which is what type=email enforces in the browser (spec section 5).
const email =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/u;

/** Said of a field that is not there at all. */
export const required = "Required.";

/** An e-mail address, trimmed and lower-cased; the rule is the HTML standard's `type=email`. */
export const emailField = (max: number) =>
  v.pipe(
    v.string("Enter an e-mail address."),
    v.trim(),
    v.toLowerCase(),
    v.nonEmpty("Enter an e-mail address."),
    v.maxLength(max, `The e-mail address is longer than ${max} characters.`),
    v.regex(email, "Enter a valid e-mail address, such as ada@example.com."),
  );

const nfc = v.transform((text: string) => text.normalize("NFC"));

/** One line of text: trimmed, NFC-normalised, no control characters, at most `max` code points. */
export const lineField = (label: string, max: number) =>
  v.pipe(
    v.string(`Enter ${label}.`),
    v.trim(),
    nfc,
    v.nonEmpty(`Enter ${label}.`),
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
    v.nonEmpty(`Enter ${label}.`),
    v.check((text) => !controlInProse.test(text), "Control characters are not allowed here."),
    v.check((text) => [...text].length <= max, `At most ${max} characters, please.`),
  );
