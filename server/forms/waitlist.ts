import { consentText, waitlistBody, type WaitlistEntry } from "../contract/waitlist.ts";
import { ProblemError } from "../lib/problem.ts";
import { timestamp } from "../lib/time.ts";
import type { Submission } from "../store/store.ts";
import { defineForm } from "./form.ts";

/**
 * Puts an address on the waitlist. Somebody who had unsubscribed is subscribed again. Somebody whose mail bounced is
 * mailed once more; `mail_returned` says that they are not mailed any more.
 */
export const joinWaitlist: Submission<WaitlistEntry, "joined" | "already_subscribed" | "mail_returned"> = {
  outcomes: ["joined", "already_subscribed", "mail_returned"],
  call: (call, { email, source }, admission) =>
    call("join_waitlist", { email, consent_text: consentText, ...(source ? { source } : {}), ...admission }),
  remember({ waitlist, outbox, returned }, { email, source = null }) {
    if (returned[email] === "complained") return "mail_returned";
    delete returned[email];
    const fresh = { notified: false, confirmed_at: null, unsubscribed_at: null };
    const known = waitlist.find((row) => row.email === email);
    if (!known?.confirmed_at || known.unsubscribed_at) outbox.push({ kind: "waitlist-confirmation", email });
    if (known && known.unsubscribed_at === null) return "already_subscribed";
    if (known) Object.assign(known, fresh);
    else waitlist.push({ id: crypto.randomUUID(), email, created_at: timestamp(), source, ...fresh });
    return "joined";
  },
};

/** `POST /waitlist`: join the waitlist. */
export const waitlist = defineForm({
  name: "waitlist",
  body: waitlistBody,
  submission: joinWaitlist,
  accept(outcome) {
    if (outcome !== "joined") throw new ProblemError(outcome);
    return { code: outcome };
  },
});
