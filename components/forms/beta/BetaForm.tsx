import { useState } from "react";
import { flushSync } from "react-dom";
import type { BetaBody } from "../../../server/contract/beta.ts";
import { limits, roles } from "../../../server/contract/limits.ts";
import { fieldClass } from "../../ui/field.ts";
import { copy } from "../copy.ts";
import { Field } from "../submission/Field.tsx";
import { SubmissionForm } from "../submission/SubmissionForm.tsx";
import { TextField } from "../submission/TextField.tsx";
import { textOf } from "../submission/textOf.ts";
import { useSubmission } from "../submission/useSubmission.ts";
import { BetaSuccess } from "./BetaSuccess.tsx";
import { createSubmissionIds } from "./submissionIds.ts";

const words = copy.beta;

/** The role travels as the text the select holds; the backend is the one to check it. */
type Sent = Omit<BetaBody, "captcha" | "role"> & { role: string };

/** The form of the beta section (spec section 2, item 7). */
export function BetaForm() {
  const [ids] = useState(createSubmissionIds);
  const submission = useSubmission({
    path: "/beta",
    accepted: "submitted",
    success: words.submitted,
    failed: words.failed,
    body: (fields): Sent => {
      const content = {
        name: textOf(fields, "name"),
        email: textOf(fields, "email"),
        company: textOf(fields, "company"),
        role: textOf(fields, "role"),
        reason: textOf(fields, "reason"),
      };
      return { ...content, submissionId: ids.for(content) };
    },
  });

  function startAnother(): void {
    ids.forget();
    flushSync(submission.restart);
    document.getElementById("beta-name")?.focus();
  }

  const { errors, phase } = submission;
  if (phase === "done") return <BetaSuccess onAnother={startAnother} />;
  return (
    <SubmissionForm name="beta" submission={submission} labels={words.submit}>
      <TextField
        id="beta-name"
        name="name"
        label={words.name}
        autoComplete="name"
        maxLength={limits.name}
        required
        error={errors["name"]}
      />
      <TextField
        id="beta-email"
        name="email"
        label={words.email}
        type="email"
        autoComplete="email"
        maxLength={limits.email}
        required
        error={errors["email"]}
      />
      <TextField
        id="beta-company"
        name="company"
        label={words.company}
        autoComplete="organization"
        maxLength={limits.company}
        error={errors["company"]}
      />
      <Field id="beta-role" label={words.role} required error={errors["role"]}>
        {(control) => (
          <select {...control} className={fieldClass.select} name="role">
            <option value="">{words.chooseRole}</option>
            {roles.map((role) => (
              <option key={role} value={role}>
                {words.roles[role]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field id="beta-reason" label={words.reason} required error={errors["reason"]}>
        {(control) => (
          <textarea {...control} className={fieldClass.textarea} name="reason" rows={4} maxLength={limits.reason} />
        )}
      </Field>
    </SubmissionForm>
  );
}
