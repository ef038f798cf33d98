import { consentText, waitlistBody, type WaitlistEntry } from "../contract/waitlist.ts";
import { ProblemError } from "../http/problem.ts";
import { newShareCode } from "../contract/shareCode.ts";
import { timestamp } from "../lib/time.ts";
import type { Submission } from "../store/store.ts";
import { defineForm } from "./form.ts";

/**
 * Puts an address on the waitlist. A person who had unsubscribed is subscribed again, and has to confirm before
 * any of their data is shown or changed. A person whose mail bounced is mailed once more; `mail_returned` says
 * that they are not mailed any more.
 */
export const joinWaitlist: Submission<WaitlistEntry, "joined" | "already_subscribed" | "mail_returned"> = {
  outcomes: ["joined", "already_subscribed", "mail_returned"],
  call: (call, { via, ...subscriber }, admission, clientHash) =>
    call("join_waitlist", {
      subscriber: JSON.stringify(subscriber),
      consent_text: consentText,
      ...(clientHash ? { client_hash: clientHash } : {}),
      ...(via ? { via } : {}),
      ...admission,
    }),
  remember({ waitlist, outbox, returned }, { source = null, via, ...content }) {
    const { email } = content;
    if (returned[email] === "complained") return { outcome: "mail_returned" };
    delete returned[email];
    const fresh = { name: null, notified: false, confirmed_at: null, unsubscribed_at: null };
    const known = waitlist.find((row) => row.email === email);
    if (!known?.confirmed_at || known.unsubscribed_at) outbox.push({ kind: "waitlist-confirmation", email });
    if (known && known.unsubscribed_at === null) return { outcome: "already_subscribed" };
    const referred_by = waitlist.find((row) => row.share_code === via)?.share_code ?? null;
    if (known) {
      Object.assign(known, fresh);
      return { outcome: "joined" };
    }
    const row = {
      ...content,
      id: crypto.randomUUID(),
      created_at: timestamp(),
      source,
      answers: {},
      tags: [],
      note: null,
      share_code: newShareCode(),
      referred_by,
      sender_credit: null,
      friends: 0,
      invite_code: null,
      invited_at: null,
      redeemed_at: null,
      ...fresh,
    };
    waitlist.push(row);
    return { outcome: "joined", person: { id: row.id, shareCode: row.share_code } };
  },
};

/** `POST /waitlist`: join the waitlist. */
export const waitlist = defineForm({
  name: "waitlist",
  body: waitlistBody,
  submission: joinWaitlist,
  async accept({ outcome, person }, token) {
    if (outcome !== "joined") throw new ProblemError(outcome);
    return { code: outcome, ...(person && { token: await token(person.id), shareCode: person.shareCode }) };
  },
});
