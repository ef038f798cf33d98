import { type KeyboardEvent, type MouseEvent, useState } from "react";
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
import { applied } from "./applied.ts";
import { BetaSuccess } from "./BetaSuccess.tsx";
import { createSubmissionIds } from "./submissionIds.ts";

const words = copy.beta;

/** The role travels as the text the select holds; the backend is the one to check it. */
type Sent = Omit<BetaBody, "captcha" | "role"> & { role: string };

/** The form of the beta section (requirements 2, item 7). */
export function BetaForm() {
  const [ids] = useState(createSubmissionIds);
  const submission = useSubmission({
    path: "/beta",
    accepted: "submitted",
    success: words.submitted,
    failed: words.failed,
    onStored: () => document.dispatchEvent(new Event(applied)),
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

  if (submission.phase === "done") return <BetaSuccess onAnother={startAnother} />;
  const readOnly = submission.phase === "submitting";
  return (
    <SubmissionForm name="beta" submission={submission} labels={words.submit}>
      <TextField
        id="beta-name"
        name="name"
        label={words.name}
        autoComplete="name"
        max={limits.name}
        required
        submission={submission}
      />
      <TextField
        id="beta-email"
        name="email"
        label={words.email}
        type="email"
        autoComplete="email"
        required
        submission={submission}
      />
      <TextField
        id="beta-company"
        name="company"
        label={words.company}
        autoComplete="organization"
        max={limits.company}
        submission={submission}
      />
      <Field id="beta-role" name="role" label={words.role} required submission={submission}>
        {(control) => (
          <select {...control} {...heldWhile(readOnly)} className={fieldClass.select}>
            <option value="">{words.chooseRole}</option>
            {roles.map((role) => (
              <option key={role} value={role}>
                {words.roles[role]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field id="beta-reason" name="reason" label={words.reason} max={limits.reason} required submission={submission}>
        {(control) => <textarea {...control} readOnly={readOnly} className={fieldClass.textarea} rows={4} />}
      </Field>
    </SubmissionForm>
  );
}

/** A select as if it were read-only, which HTML has no attribute for; disabled it would lose the focus. */
const heldWhile = (held: boolean) => ({
  "aria-disabled": held || undefined,
  onKeyDown: (event: KeyboardEvent) => held && event.key !== "Tab" && event.preventDefault(),
  onMouseDown: (event: MouseEvent) => held && event.preventDefault(),
});
