import { limits, missing } from "../../../server/contract/limits.ts";
import { betaWords as words } from "../../copy/en/beta.ts";
import { applied } from "../../events.ts";
import type { FormDefinition } from "../submission/definition.ts";
import { forgetSubmission, submissionIdOf } from "./submissionId.ts";

/** The form of the beta section (requirements 2, item 7). */
export const beta: FormDefinition = {
  name: "beta",
  accepted: "submitted",
  fields: [
    {
      kind: "line",
      name: "name",
      label: words.name,
      autoComplete: "name",
      max: limits.name,
      required: missing.name,
      half: true,
    },
    {
      kind: "line",
      name: "email",
      label: words.email,
      type: "email",
      autoComplete: "email",
      required: missing.email,
      half: true,
    },
    {
      kind: "line",
      name: "company",
      label: words.company,
      autoComplete: "organization",
      max: limits.company,
      half: true,
    },
    {
      kind: "choice",
      name: "role",
      label: words.role,
      prompt: words.chooseRole,
      options: words.roles,
      required: missing.role,
      half: true,
    },
    {
      kind: "prose",
      name: "reason",
      label: words.reason,
      hint: words.reasonHint,
      rows: 4,
      max: limits.reason,
      required: missing.reason,
    },
  ],
  words,
  body: (content) => ({ ...content, submissionId: submissionIdOf(content) }),
  onStored: () => document.dispatchEvent(new Event(applied)),
  onEmptied: forgetSubmission,
};
