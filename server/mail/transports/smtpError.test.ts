import { expect, it } from "vitest";
import { smtpError } from "./smtpError.ts";
import { reasonOf } from "./transport.ts";

/** The failure after an answer to a whole mail, as nodemailer reports it. */
const failureOf = (response: string) => {
  const cause = Object.assign(new Error("Refused"), {
    code: "EMESSAGE",
    command: "DATA",
    responseCode: Number(response.slice(0, 3)),
    response,
  });
  const { failure, about } = smtpError(cause, true);
  return { failure, about };
};

it.each([
  ["MAIL FROM", "450 4.7.1 Rate limit exceeded"],
  ["CONN", "421 4.7.0 Too many connections from your address"],
])(
  "says of a server that accepts no mail, after %s, that it gets too many, not that the sender is refused",
  (command, response) => {
    const cause = Object.assign(new Error("Refused"), {
      command,
      responseCode: Number(response.slice(0, 3)),
      response,
    });
    const error = smtpError(cause, false);
    expect(error.failure).toBe("unavailable");
    expect(reasonOf(error)).toMatch(/, the server gets too many mails$/u);
  },
);

it.each([
  "454 Throttling failure: Maximum sending rate exceeded.",
  "454 Throttling failure: Daily message quota exceeded",
  "550 5.4.5 Daily user sending limit exceeded. For more information on Gmail sending limits go to",
  "432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded; [Hostname=example.prod.outlook.com]",
  "432 4.3.2 Concurrent connections limit exceeded. Visit https://aka.ms/concurrent_sending for more information.",
  "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; Failed to process message",
  "550 Domain keelbook.example has exceeded the max emails per hour (200/200 (100%)) allowed. Message discarded.",
  "451 Requested action aborted: This mail account has sent too many messages in a short amount of time.",
  "421 4.7.0 Too many connections",
  "550 5.7.1 <hello@keelbook.example> has exceeded its sending quota",
  "450 4.7.1 Rate limited, try again later",
  "550 5.4.6 Unusual sending activity detected.",
  "550-5.4.5 Daily user sending quota exceeded. For more information on Gmail\n550 5.4.5 sending limits go to",
  "550 You have reached your ratelimit.",
  "550 5.0.0 Rate-limited",
  "550 Monthly email quota exceeded",
  "550 Your mailbox has exceeded its hourly sending limit",
  "554 5.7.1 <DATA>: Data command rejected: only 10 messages per day",
])("recognises that a server gets too many mails: %s", (response) => {
  expect(failureOf(response)).toEqual({ failure: "throttled", about: "amount" });
});

it.each([
  "554 Message rejected: Email address is not verified. The following identities failed the check in region EU-WEST-1: x",
  "554 Access denied: User `arn:aws:iam::1:user/mail` is not authorized to perform `ses:SendRawEmail` on resource `x`",
  "554 5.2.252 SendAsDenied; hello@keelbook.example not allowed to send as ada@keelbook.example; STOREDRV.Submission",
  "554 5.2.0 STOREDRV.Submission.Exception:SendAsDeniedException.MapiExceptionSendAsDenied; Failed to process message",
])("recognises that a server refuses the sender: %s", (response) => {
  expect(failureOf(response)).toEqual({ failure: "policy", about: "sender" });
});

it.each([
  ["552 5.3.4 Message size exceeds fixed limit", "permanent"],
  ["552 5.2.2 <ada@example.com>: user has reached a daily quota", "permanent"],
  ["452 4.2.2 The email account that you tried to reach is over quota", "temporary"],
  [
    "550 5.2.122 The recipient has exceeded their limit for the number of messages they can receive per hour",
    "permanent",
  ],
  ["552 5.2.3 Message size exceeds the sending limit", "permanent"],
  ["552 Mailbox full: too many messages", "permanent"],
  ["452 Mailbox is full, too many messages, try again later", "temporary"],
  ["552 ada@example.com has a full mailbox, too many messages", "permanent"],
  ["450 4.2.1 The user you are trying to contact is receiving mail at a rate limit", "temporary"],
  ["450 4.7.1 Greylisted, see https://postgrey.example/help/300.html", "temporary"],
  ["451 <per-day.limit@example.com> too many hops", "temporary"],
  ["554 5.7.1 Spam message rejected", "policy"],
])("takes no other refusal for that: %s", (response, failure) => {
  expect(failureOf(response).failure).toBe(failure);
});
