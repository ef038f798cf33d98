import * as v from "valibot";
import { limits, missing } from "../../server/contract/limits.ts";
import { emailField, lineField } from "../../server/contract/text.ts";
import { signInWords } from "../copy/signIn.ts";

const words = signInWords.fields;

/** The fields of the dialogs, with the attributes for browsers and password managers. */
export const fields = {
  name: { label: words.name, type: "text", dir: "auto", autoComplete: "name" },
  email: { label: words.email, type: "email", autoComplete: "email" },
  password: { label: words.password, type: "password", autoComplete: "current-password" },
} as const;

export type FieldName = keyof typeof fields;
/** Content of the fields; a field that a view does not show is empty. */
export type Values = Record<FieldName, string>;

/** The address in the form in which it is sent, or what is wrong with it. */
export const readEmail = (email: string) => v.safeParse(emailField(limits.email), email);

/** The name in the form in which it is sent, or what is wrong with it. */
export const readName = (name: string) => v.safeParse(lineField(missing.name, limits.name), name);
