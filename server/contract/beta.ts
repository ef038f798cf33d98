import * as v from "valibot";
import { captchaField, emailField, lineField, proseField, required, trapField } from "./text.ts";
import { tidyLine } from "./characters.ts";
import { limits, missing, roles, trapName } from "./limits.ts";

/** A blank company counts as absent. */
const companyField = v.nullish(
  v.union([
    v.pipe(
      v.string(),
      v.transform(tidyLine),
      v.literal(""),
      v.transform(() => undefined),
    ),
    lineField("Enter a company name.", limits.company),
  ]),
);

/** Body of `POST /beta`. `submissionId` is the idempotency key: the same id twice is one application. */
export const betaBody = v.object(
  {
    name: lineField(missing.name, limits.name),
    email: emailField(limits.email),
    company: companyField,
    role: v.picklist(roles, missing.role),
    reason: proseField(missing.reason, limits.reason),
    captcha: captchaField,
    [trapName]: trapField,
    submissionId: v.pipe(v.string("A submission id is missing."), v.uuid("The submission id must be a UUID.")),
  },
  required,
);

/** A validated and normalised application. */
export type BetaApplication = Omit<v.InferOutput<typeof betaBody>, "captcha" | typeof trapName>;
