import * as v from "valibot";
import { captchaField, emailField, lineField, optionalLineField, proseField, required } from "./text.ts";
import { limits, missing, roles } from "./limits.ts";

/** What an applicant fills in. Each is a column of `beta_applications` by the same name, and a field of the form. */
export const betaFields = v.object({
  name: lineField(missing.name, limits.name),
  email: emailField(limits.email),
  company: optionalLineField("Enter a company name.", limits.company),
  role: v.picklist(roles, missing.role),
  reason: proseField(missing.reason, limits.reason),
});

/** Body of `POST /beta`. `submissionId` is the idempotency key: the same id twice is one application. */
export const betaBody = v.object(
  {
    ...betaFields.entries,
    captcha: captchaField,
    submissionId: v.pipe(v.string("A submission id is missing."), v.uuid("The submission id must be a UUID.")),
  },
  required,
);

/** A validated and normalised application. */
export type BetaApplication = Omit<v.InferOutput<typeof betaBody>, "captcha">;

/** An application as far as its applicant filled it in. What they left out is null. */
export type BetaContent = v.InferOutput<typeof betaFields>;

const details = v.keyof(v.omit(betaFields, ["name", "email", "role", "reason"])).options;

/** The answers of an applicant that are listed below the application, rather than in its heading. */
export const detailsOf = (application: BetaContent): string[] => details.flatMap((field) => application[field] ?? []);
