import * as v from "valibot";
import { isVisible, lengthOf, tidyLine, tidyProse } from "./characters.ts";
import {
  addressTooLong,
  hasForeignLocalPart,
  isAddress,
  localPartNotAscii,
  notAnAddress,
  tidyAddress,
} from "./emailAddress.ts";
import { missing } from "./missing.ts";

/** Said of a field that is not there at all. */
export const required = "Required.";

/** Said of a text that is longer than `max` code points. */
const tooLong = (max: number): string => `At most ${max} characters, please.`;

/** How many times its limit a text may have before it is tidied, for what tidying takes out. */
const untidied = 4;

/** An e-mail address, tidied ({@link tidyAddress}) and lower-cased; the rule is the HTML standard's `type=email`. */
export const emailField = (max: number) =>
  v.pipe(
    v.string(missing.email),
    // Before it is worked on: a domain of five thousand different letters takes 40 ms to write in ASCII.
    v.maxLength(untidied * max, addressTooLong(max)),
    v.transform(tidyAddress),
    v.nonEmpty(missing.email),
    v.maxLength(max, addressTooLong(max)),
    v.check((address) => !hasForeignLocalPart(address), localPartNotAscii),
    v.check(isAddress, notAnAddress),
    // After the rule: lower-casing turns the Kelvin sign, which is no ASCII letter, into one.
    v.toLowerCase(),
  );

const tidyField = (tidy: (text: string) => string, needed: string, max: number) =>
  v.pipe(
    v.string(needed),
    v.transform(tidy),
    v.check(isVisible, needed),
    v.check((text) => lengthOf(text) <= max, tooLong(max)),
  );

/** One line of text, tidied ({@link tidyLine}), at most `max` code points; `needed` is said of an empty one. */
export const lineField = (needed: string, max: number) => tidyField(tidyLine, needed, max);

/** Free text of several lines, tidied ({@link tidyProse}), at most `max` code points; `needed` as above. */
export const proseField = (needed: string, max: number) => tidyField(tidyProse, needed, max);
