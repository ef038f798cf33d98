import { formsBasePath } from "../../contract/limits.ts";
import { brand } from "../../contract/brand.ts";
import type { MessageKind } from "../../mail/messages/parameters.ts";
import { prepareMail } from "../../mail/outbox/prepare.ts";
import { deriveTokens, tokenHash } from "../../mail/outbox/tokens.ts";
import type { Store } from "../../store/store.ts";
import { mockSecret } from "./accounts.ts";
import type { MockState } from "./state.ts";

/** Least time between two mails to an address that its form asked for, in seconds. */
const pause = 600;

/** Makes the token of a link good. */
export async function addMailLink(
  state: MockState,
  token: string,
  link: MockState["mailLinks"][string],
): Promise<void> {
  state.mailLinks[await tokenHash(token)] = link;
}

/**
 * A store whose forms mail as the database has them mail, at once: what asks to confirm an address, and what says that an
 * application has arrived.
 */
export function mailingStore(store: Store, state: MockState, siteUrl: string): Store {
  const mail = async (kind: MessageKind, email: string): Promise<void> => {
    if ((await store.take({ key: `formmail:${kind}:${email}`, burst: 1, secondsPerRequest: pause })) > 0) return;
    const queued = { id: crypto.randomUUID(), kind, email, parameters: {}, created_at: new Date() };
    const tokens = await deriveTokens(mockSecret, queued);
    for (const purpose of ["confirm", "unsubscribe"] as const)
      if (tokens[purpose] !== undefined) await addMailLink(state, tokens[purpose], { purpose, email });
    const { to, subject, text, html } = await prepareMail(queued, tokens, {
      from: { name: brand, address: "no-reply@localhost" },
      siteUrl,
      formsUrl: `${new URL(siteUrl).origin}${formsBasePath}`,
      unconfirmedDays: 30,
      signInToken: () => Promise.reject(new Error("No form asks for a sign-in link.")),
    });
    state.mails.push({ to, subject, text, html });
  };
  const isUnconfirmed = (email: string) =>
    state.waitlist.some((row) => row.email === email && row.confirmed_at === null && row.unsubscribed_at === null);
  return {
    ...store,
    async join(entry, admission) {
      const answer = await store.join(entry, admission);
      const listed = answer.outcome === "joined" || answer.outcome === "already_subscribed";
      if (listed && isUnconfirmed(entry.email)) await mail("waitlist-confirmation", entry.email);
      return answer;
    },
    async apply(application, admission) {
      const answer = await store.apply(application, admission);
      if (answer.outcome === "submitted" && !admission.trapped) await mail("application-received", application.email);
      return answer;
    },
  };
}
