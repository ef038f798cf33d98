import { formsBasePath } from "../../contract/routes.ts";
import { brand } from "../../contract/brand.ts";
import type { MessageKind } from "../../mail/messages/parameters.ts";
import { prepareMail } from "../../mail/outbox/prepare.ts";
import { deriveTokens, tokenHash } from "../../mail/outbox/tokens.ts";
import { defaultUnconfirmedDays } from "../../settings/defaults.ts";
import type { Store } from "../../store/store.ts";
import { mockSecret } from "./accounts.ts";
import type { MockState } from "./state.ts";

/** Shortest time between two mails of a form to one address, in seconds. */
const pause = 600;

/** Registers a link's token, which makes it valid. */
export async function addMailLink(
  state: MockState,
  token: string,
  link: MockState["mailLinks"][string],
): Promise<void> {
  state.mailLinks[await tokenHash(token)] = link;
}

/** A store that sends the mails of its forms at once. */
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
      unconfirmedDays: defaultUnconfirmedDays,
      signInToken: () => Promise.reject(new Error("No form asks for a sign-in link.")),
    });
    state.mails.push({ to, subject, text, html });
  };
  return {
    ...store,
    async submit(...call) {
      const answer = await store.submit(...call);
      for (const { kind, email } of state.outbox.splice(0)) await mail(kind, email);
      return answer;
    },
  };
}
