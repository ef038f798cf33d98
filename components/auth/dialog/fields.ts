import * as v from "valibot";
import { limits } from "../../../server/contract/limits.ts";
import { emailField, lineField } from "../../../server/contract/text.ts";
import { signInWords } from "../../copy/en/signIn.ts";

const words = signInWords.fields;

/** The fields of the dialogs, with what tells browsers and password managers what they are. */
export const fields = {
  name: { label: words.name, type: "text", autoComplete: "name" },
  email: { label: words.email, type: "email", autoComplete: "email" },
  password: { label: words.password, type: "password", autoComplete: "current-password" },
} as const;

/** Name of a field in the dialogs. */
export type FieldName = keyof typeof fields;
/** What stands in the fields; a field that a view does not show is empty. */
export type Values = Record<FieldName, string>;

/** The address as it is sent on, or what is wrong with it. */
export const readEmail = (email: string) => v.safeParse(emailField(limits.email), email);

/** The name as it is sent on, or what is wrong with it. */
export const readName = (name: string) => v.safeParse(lineField("your name", limits.name), name);
