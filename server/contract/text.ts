import * as v from "valibot";
import { isVisible, lengthOf, tidyLine, tidyProse } from "./characters.ts";
import { addressTooLong, problemOfAddress, tidyAddress } from "./emailAddress.ts";
import { limits, missing } from "./limits.ts";

/** Error message of a field that is absent. */
export const required = "Required.";

/** Error message of a text of more than `max` code points. */
const tooLong = (max: number): string => `At most ${max} characters, please.`;

/** By this factor a text may exceed its limit before it is tidied, as tidying may shorten it. */
const untidied = 4;

/** An email address, tidied ({@link tidyAddress}) and lower-cased; the rule is the HTML standard's `type=email`. */
export const emailField = (max: number) =>
  v.pipe(
    v.string(missing.email),
    // The length is checked before any work: converting a domain of five thousand different letters to ASCII
    // takes 40 ms.
    v.maxLength(untidied * max, addressTooLong(max)),
    v.transform(tidyAddress),
    v.nonEmpty(missing.email),
    v.check(
      (address) => problemOfAddress(address, max) === "",
      ({ input }) => problemOfAddress(input, max),
    ),
    // Lower-casing comes after validation, as it turns the Kelvin sign, which is not ASCII, into an ASCII
    // letter.
    v.toLowerCase(),
  );

const tidyField = (tidy: (text: string) => string, needed: string, max: number) =>
  v.pipe(
    v.string(needed),
    v.transform(tidy),
    v.check(isVisible, needed),
    v.check((text) => lengthOf(text) <= max, tooLong(max)),
  );

/** One line of text, tidied ({@link tidyLine}), at most `max` code points; `needed` is the message for an empty one. */
export const lineField = (needed: string, max: number) => tidyField(tidyLine, needed, max);

/** One line that may be left out or blank, and then is null. `wanted` is the message for anything that is not text. */
export const optionalLineField = (wanted: string, max: number) =>
  v.nullish(
    v.union([
      v.pipe(
        v.string(),
        v.transform(tidyLine),
        v.literal(""),
        v.transform(() => null),
      ),
      lineField(wanted, max),
    ]),
    null,
  );

/** Free text of several lines, tidied ({@link tidyProse}), at most `max` code points; `needed` as above. */
export const proseField = (needed: string, max: number) => tidyField(tidyProse, needed, max);

/** The captcha token of a form; only the server verifies it. */
export const captchaField = v.pipe(
  v.string("Complete the captcha."),
  v.nonEmpty("Complete the captcha."),
  v.maxLength(limits.captcha, "The captcha token is too long."),
);
