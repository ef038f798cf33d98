import type { MockState, MockUser, OneTimeToken } from "../state.ts";
import { refusals } from "./authError.ts";
import { moment } from "./users.ts";

const mails: Record<OneTimeToken["type"], { subject: string; text: string }> = {
  signup: { subject: "Confirm Your Signup", text: "Confirm your signup with this code:" },
  recovery: { subject: "Reset Your Password", text: "Reset your password with this code:" },
  magiclink: { subject: "Your Magic Link", text: "Your login code is:" },
};

const digits = () =>
  String(crypto.getRandomValues(new Uint32Array(1))[0])
    .padStart(6, "0")
    .slice(-6);
const random = () =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Mails a user a code and a link, in place of the ones of this kind mailed before. */
export function mailOneTimeToken(state: MockState, user: MockUser, type: OneTimeToken["type"], siteUrl: string): void {
  const token = { userId: user.id, type, code: digits(), link: random() };
  state.oneTimeTokens = [...state.oneTimeTokens.filter((old) => old.userId !== user.id || old.type !== type), token];
  const link = `${siteUrl}/auth/v1/verify?token=${token.link}&type=${type}&redirect_to=${encodeURIComponent(siteUrl)}`;
  const { subject, text } = mails[type];
  state.mails.push({ to: user.email, subject, text: `${text} ${token.code}\n\nOr follow this link: ${link}` });
  if (type === "signup") user.confirmationSentAt = moment();
  else user.recoverySentAt = moment();
}

/** Spends a token. @throws AuthError `otp_expired` for one that is unknown or spent. */
export function spendOneTimeToken(
  state: MockState,
  matches: (token: OneTimeToken, user: MockUser) => boolean,
): MockUser {
  for (const token of state.oneTimeTokens) {
    const user = state.users.find(({ id }) => id === token.userId);
    if (!user || !matches(token, user)) continue;
    state.oneTimeTokens = state.oneTimeTokens.filter((other) => other !== token);
    return user;
  }
  throw refusals.otpExpired();
}
