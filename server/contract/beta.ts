import * as v from "valibot";
import { captchaField, emailField, lineField, optionalLineField, proseField, required } from "./text.ts";
import { limits, missing, roles } from "./limits.ts";

/** Body of `POST /beta`. `submissionId` is the idempotency key: the same id twice is one application. */
export const betaBody = v.object(
  {
    name: lineField(missing.name, limits.name),
    email: emailField(limits.email),
    company: optionalLineField("Enter a company name.", limits.company),
    role: v.picklist(roles, missing.role),
    reason: proseField(missing.reason, limits.reason),
    captcha: captchaField,
    submissionId: v.pipe(v.string("A submission id is missing."), v.uuid("The submission id must be a UUID.")),
  },
  required,
);

/** A validated and normalised application. */
export type BetaApplication = Omit<v.InferOutput<typeof betaBody>, "captcha">;
