import * as v from "valibot";
import { lengthOf, tidyLine, tidyProse } from "./characters.ts";
import { hasForeignLocalPart, localPartNotAscii, tidyAddress } from "./emailAddress.ts";

/** Something a reader can see: a zero-width joiner is no name. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;
// The HTML standard's "valid e-mail address", which is what type=email enforces in the browser (requirements 5).
const email =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/u;

/** Said of a field that is not there at all. */
export const required = "Required.";

/** Said of a text that is longer than `max` code points. */
export const tooLong = (max: number): string => `At most ${max} characters, please.`;

/** An e-mail address, tidied ({@link tidyAddress}) and lower-cased; the rule is the HTML standard's `type=email`. */
export const emailField = (max: number) =>
  v.pipe(
    v.string("Enter an e-mail address."),
    v.transform(tidyAddress),
    v.nonEmpty("Enter an e-mail address."),
    v.maxLength(max, `The e-mail address is longer than ${max} characters.`),
    v.check((address) => !hasForeignLocalPart(address), localPartNotAscii),
    v.regex(email, "Enter a valid e-mail address, such as ada@example.com."),
    // After the rule: lower-casing turns the Kelvin sign, which is no ASCII letter, into one.
    v.toLowerCase(),
  );

const tidyField = (tidy: (text: string) => string, label: string, max: number) =>
  v.pipe(
    v.string(`Enter ${label}.`),
    v.transform(tidy),
    v.check((text) => visible.test(text), `Enter ${label}.`),
    v.check((text) => lengthOf(text) <= max, tooLong(max)),
  );

/** One line of text, tidied ({@link tidyLine}), at most `max` code points. */
export const lineField = (label: string, max: number) => tidyField(tidyLine, label, max);

/** Free text of several lines, tidied ({@link tidyProse}), at most `max` code points. */
export const proseField = (label: string, max: number) => tidyField(tidyProse, label, max);
