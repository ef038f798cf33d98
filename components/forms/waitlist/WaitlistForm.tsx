import type { WaitlistBody } from "../../../server/contract/waitlist.ts";
import { copy } from "../copy.ts";
import { SubmissionForm } from "../submission/SubmissionForm.tsx";
import { SuccessHeading } from "../submission/SuccessHeading.tsx";
import { TextField } from "../submission/TextField.tsx";
import { textOf } from "../submission/textOf.ts";
import { type SubmissionOptions, useSubmission } from "../submission/useSubmission.ts";
import { sourceOf } from "./source.ts";

const waitlist: SubmissionOptions = {
  path: "/waitlist",
  accepted: "joined",
  success: copy.waitlist.joined,
  failed: copy.waitlist.failed,
  body: (fields) => {
    const source = sourceOf(location.search);
    const email = textOf(fields, "email");
    return (source ? { email, source } : { email }) satisfies Omit<WaitlistBody, "captcha">;
  },
};

/** The form of the waitlist section (requirements 2, item 6). */
export function WaitlistForm() {
  const submission = useSubmission(waitlist);
  if (submission.phase === "done") return <SuccessHeading>{copy.waitlist.done}</SuccessHeading>;
  return (
    <SubmissionForm name="waitlist" submission={submission} labels={copy.waitlist.submit}>
      <TextField
        id="waitlist-email"
        name="email"
        label={copy.waitlist.email}
        type="email"
        autoComplete="email"
        required
        submission={submission}
      />
    </SubmissionForm>
  );
}
