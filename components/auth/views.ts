import { type Outcome, requestLink, requestRecovery, signIn, signUp, unknownPassword } from "./account.ts";
import { rememberAsked } from "./askedHere.ts";
import { lastWait } from "./client.ts";
import { type Refusal, refusalOf } from "./errors.ts";
import { type FieldName, readEmail, readName, type Values } from "./fields.ts";

export type View = "link" | "password" | "signUp" | "forgot";

interface ViewDefinition {
  fields: readonly FieldName[];
  /** Whether a success sends a mail. */
  mails: boolean;
  /** The views that it links to. */
  others: readonly View[];
  /** Submits it; returns why it failed. */
  send: (values: Values) => Promise<Refusal | undefined>;
}

const answered = ({ error }: Outcome): Refusal | undefined => (error ? refusalOf(error, lastWait()) : undefined);

/** Supabase's own words for input without an address or a password, at the field that is empty (requirements 5). */
const incomplete = ({ email }: Values, { error }: Outcome): Refusal | undefined =>
  error ? { ...refusalOf(error, null), field: email === "" ? "email" : "password" } : undefined;

/** Requests a mail to the form's address, and remembers that it was requested in this browser. */
const mailing =
  (call: (email: string, values: Values) => Promise<Outcome>) =>
  async (values: Values): Promise<Refusal | undefined> => {
    const email = readEmail(values.email);
    if (!email.success) return { text: email.issues[0].message, field: "email" };
    const refusal = answered(await call(email.output, values));
    const name = readName(values.name);
    if (!refusal) rememberAsked({ email: email.output, ...(name.success && { name: name.output }) });
    return refusal;
  };

export const views: Record<View, ViewDefinition> = {
  link: { fields: ["email"], mails: true, others: ["password", "signUp"], send: mailing(requestLink) },
  password: {
    fields: ["email", "password"],
    mails: false,
    others: ["link", "forgot", "signUp"],
    async send(values) {
      const { email, password } = values;
      if (email === "" || password === "") return incomplete(values, await signIn({}));
      const read = readEmail(email);
      if (!read.success) return { text: read.issues[0].message, field: "email" };
      return answered(await signIn({ email: read.output, password }));
    },
  },
  signUp: {
    fields: ["name", "email"],
    mails: true,
    others: ["link"],
    async send(values) {
      const name = readName(values.name);
      if (!name.success) return { text: name.issues[0].message, field: "name" };
      return mailing((email) => signUp({ email, password: unknownPassword() }, name.output))(values);
    },
  },
  forgot: { fields: ["email"], mails: true, others: ["link", "password"], send: mailing(requestRecovery) },
};
