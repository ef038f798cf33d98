import { timestamp } from "../../http/timestamp.ts";
import { signInMail, type SignInMailKind } from "../../mail/signIn/signInMail.ts";
import { refusals } from "./refusals.ts";
import type { MockState, MockUser } from "./state.ts";

const random = () =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Mails a user a link, in place of the one of this kind mailed before. */
export function mailLink(state: MockState, user: MockUser, kind: SignInMailKind, siteUrl: string): void {
  // A recovery link and a sign-in link are one and the same to the service.
  const type = kind === "signup" ? "signup" : "recovery";
  const token = { userId: user.id, type, hash: random() } as const;
  state.oneTimeTokens = [...state.oneTimeTokens.filter((old) => old.userId !== user.id || old.type !== type), token];
  state.mails.push({ to: user.email, ...signInMail(kind, siteUrl, token.hash) });
  user.times[type === "signup" ? "confirmation_sent_at" : "recovery_sent_at"] = timestamp();
}

/** Spends the token of a link. @throws AuthError `otp_expired` for one that is unknown, spent, or of another kind. */
export function spendLink(state: MockState, hash: unknown, type: unknown): MockUser {
  const token = state.oneTimeTokens.find((candidate) => candidate.hash === hash);
  const fits = type === "magiclink" || token?.type === type;
  const user = state.users.find(({ id }) => id === token?.userId);
  if (!token || !user || !fits) throw refusals.badLink();
  state.oneTimeTokens = state.oneTimeTokens.filter((other) => other !== token);
  return user;
}
