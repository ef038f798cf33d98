import { isAboutSender, statusIn } from "../mail/classify.ts";
import { messageOf, rootOf } from "../lib/caught.ts";
import { counted } from "../lib/amounts.ts";

/**
 * Codes of a refused log-in: SMTP's (RFC 4954), nodemailer's, Resend's. The enhanced code beside a 535 looks
 * like one of a policy, so log-ins are told apart first.
 */
const logIn = {
  smtp: /\bsmtp_(?:53[0458](?:_|$)|eauth|enoauth)/u,
  resend: /\bresend_(?:40[013](?:_|$)|\d+_invalid_from_address$)/u,
};

/** Whether the code of a failure, or a text that ends with it, names the sender or a policy. */
export const namesSender = (code: string): boolean => !logIn.smtp.test(code) && isAboutSender(statusIn(code) ?? "");

/** Whether the code refuses the sender or its log-in, so that no mail to any recipient would be accepted. */
export const refusesUs = (code: string): boolean =>
  namesSender(code) || Object.values(logIn).some((pattern) => pattern.test(code));

/** What to do about a refusal that names the sender. */
const senderHint =
  "The server refuses the sender, not the recipients: has it sent as much as the server takes in a day, is it on a block list, and may this log-in send as MAIL_FROM?";

/** What to say of mails that were held back, by their code: most of them may have been sent, and only the operator can find out. */
const held = {
  restored: {
    text: (mails: string) => `${mails} been held back since a restore.`,
    remedy: "If they were not sent before the restore: npx prelaunch mail retry --restored",
  },
  unanswered: {
    text: (mails: string) =>
      `${mails} been held back, as the provider did not answer and somebody left, or a day passed.`,
    remedy:
      "Which: npx prelaunch mail failed; if the provider’s list of sent mails does not have them: npx prelaunch mail retry --unanswered",
  },
};

/** Codes of mails that were held back. */
export type HeldBack = keyof typeof held;

/** How many mails were held back, and what to do about them, by the numbers of failed mails. */
export const heldBack = (failed: Readonly<Record<string, number>>) =>
  (["restored", "unanswered"] as const).flatMap((code) => {
    const { text, remedy } = held[code];
    const mails = failed[code] ?? 0;
    return mails === 0 ? [] : [{ text: text(counted(mails, "mail has", "mails have")), remedy }];
  });

/** What to look at, by the code of a delivery that failed. */
const hints: readonly (readonly [code: RegExp, hint: string])[] = [
  [
    logIn.smtp,
    "The server refuses the log-in: check user and password in SMTP_URL, where signs such as @ and / are written as %40 and %2F.",
  ],
  [
    logIn.resend,
    "Resend refuses the key or the sender: check RESEND_API_KEY, and whether the domain of MAIL_FROM is verified there.",
  ],
  [/\bresend_no_connection$/u, "The connection failed: check whether this machine may connect to api.resend.com."],
  [
    /\bsmtp_(?:edns|esocket|econnection|etimedout|etls|erequiretls)$/u,
    "The connection failed: check host and port of SMTP_URL, usually 587 with smtp and 465 with smtps, and whether this machine may connect to it.",
  ],
  [/\bresend_429_/u, "Resend gets mails too fast, or has taken enough for some time: lower MAIL_PER_SECOND, or wait."],
];

/**
 * Options of a CliError about a mail that was not accepted: what to look at, where the code tells.
 * @param why the code, or a text that ends with it
 */
export function deliveryHint(why: string, error?: Error): { hint?: string } {
  const hint = hints.find(([pattern]) => pattern.test(why))?.[1] ?? (namesSender(why) ? senderHint : undefined);
  if (hint === undefined) return {};
  // This is a text of this machine, which names no person; `fetch` itself says only that it failed.
  const said = error?.cause instanceof Error ? messageOf(rootOf(error.cause)).trim() : "";
  return { hint: said === "" ? hint : hint.replace("connection failed", `connection failed (${said})`) };
}

/** What to look at by the codes of some failures, each hint once. */
export const deliveryHints = (codes: readonly string[]): string[] => [
  ...new Set(codes.flatMap((code) => deliveryHint(code).hint ?? [])),
];
