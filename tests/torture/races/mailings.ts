import type { ClaimedEmail, Settlement } from "../../../server/mail/outbox/outbox.ts";
import type { History, Span } from "./people.ts";
import type { Findings } from "./rules.ts";

const toList = new Set(["waitlist-confirmation", "launch-announcement", "update"]);

/** Records the mails that senders claim, and checks the promises about each at that moment. */
export interface Mailings {
  claimed(mail: ClaimedEmail, claim: Span, leaseSeconds: number): void;
  /** The sender is about to release the mail: from now on others may claim it. */
  settling(id: string): void;
  /** The sender has released it, and the database has answered. */
  settled(mail: ClaimedEmail, outcome: Settlement["outcome"]): void;
  /** Finds people who were sent the launch announcement twice. */
  lookAtLaunches(): void;
}

const latest = (spans: readonly Span[]): Span | undefined => spans.toSorted((a, b) => b.ended - a.ended)[0];

/** Keeps the mails of one run. */
export function createMailings(history: History, findings: Findings): Mailings {
  const leases = new Map<string, number>();
  const claims = new Map<string, Span>();
  const launches = new Map<string, Map<string, { queued: number; claimed: Span }>>();

  function lookWhetherLeft({ kind, email }: ClaimedEmail, claim: Span): void {
    if (!toList.has(kind)) return;
    const gone = latest(history.of(email, "left", "erased").filter(({ ended }) => ended < claim.began));
    // A person who joined during an unsubscription may have joined after it.
    if (gone && !history.of(email, "came").some(({ ended }) => ended >= gone.began)) findings.add("left", kind);
  }

  return {
    claimed(mail, claim, leaseSeconds) {
      // Another sender's lease began no earlier than its claim, and this claim was answered no later.
      if ((leases.get(mail.id) ?? 0) > claim.ended) findings.add("leases", mail.kind);
      leases.set(mail.id, claim.began + leaseSeconds * 1000);
      claims.set(mail.id, claim);
      lookWhetherLeft(mail, claim);
    },
    settling: (id) => void leases.delete(id),
    settled({ id, kind, email, created_at }, outcome) {
      const claimed = claims.get(id);
      if (kind !== "launch-announcement" || outcome !== "sent" || !claimed) return;
      const theirs = launches.get(email) ?? new Map<string, { queued: number; claimed: Span }>();
      launches.set(email, theirs.set(id, { queued: created_at.getTime(), claimed }));
    },
    lookAtLaunches() {
      for (const [person, sent] of launches) {
        const mails = [...sent.values()].toSorted((a, b) => a.queued - b.queued);
        for (const [n, second] of mails.entries()) {
          const first = mails[n - 1];
          if (!first) continue;
          const until = Math.max(first.claimed.ended, second.claimed.ended);
          const returned = history
            .of(person, "left", "may have left", "erased")
            .filter(({ began, ended }) => ended >= first.queued && began <= until)
            .some((gone) =>
              history.of(person, "came").some(({ began, ended }) => began <= until && ended >= gone.began),
            );
          if (!returned) findings.add("launches", "sent twice");
        }
      }
    },
  };
}
