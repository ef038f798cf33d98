import * as v from "valibot";
import { consentText } from "../contract/consent.ts";
import { ProblemError } from "../http/problem.ts";
import type { Database } from "../supabase/schema.ts";
import type { Admission, Bucket, MailLink, Store } from "./store.ts";

type Functions = Database["public"]["Functions"];

/** Calls one function of supabase/migrations in a transaction of its own; rejects when it failed. */
export type CallFunction = <Name extends keyof Functions>(
  name: Name,
  args: Functions[Name]["Args"],
) => Promise<unknown>;

const refusals = [
  v.object({ outcome: v.literal("captcha_spent") }),
  v.object({ outcome: v.literal("rate_limited"), wait: v.number() }),
] as const;
const outcomes = <Name extends string>(...names: Name[]) =>
  v.variant("outcome", [v.object({ outcome: v.picklist(names) }), ...refusals]);
const challengeCount = v.object({ wait: v.number(), taken: v.number(), spent: v.number() });

const bucketArgs = ({ key, burst, secondsPerRequest }: Bucket) => ({
  bucket: key,
  burst,
  seconds_per_request: secondsPerRequest,
});

const admissionArgs = ({ bucket, solution, trapped }: Admission) => ({
  ...bucketArgs(bucket),
  trapped,
  ...(solution ? { solution_hash: solution.hash, solution_expires_at: solution.expiresAt.toISOString() } : {}),
});

const linkArgs = ({ tokenHash, clientHash }: MailLink) => ({
  token_hash: tokenHash,
  ...(clientHash ? { client_hash: clientHash } : {}),
});

/** The store in the database's functions, however they are called. What is null is left out: every function has it as default. */
export function createSqlStore(call: CallFunction): Store {
  const ask = async <Name extends keyof Functions, S extends v.GenericSchema>(
    name: Name,
    args: Functions[Name]["Args"],
    schema: S,
  ): Promise<v.InferOutput<S>> => {
    const answer = await call(name, args).catch((cause: unknown) => {
      throw new ProblemError("store_unavailable", { cause });
    });
    return v.parse(schema, answer);
  };
  return {
    join: ({ email, source }, admission) =>
      ask(
        "join_waitlist",
        { email, consent_text: consentText, ...(source ? { source } : {}), ...admissionArgs(admission) },
        outcomes("joined", "already_subscribed"),
      ),
    apply: ({ submissionId, name, email, company, role, reason }, admission) =>
      ask(
        "apply_for_beta",
        {
          id: submissionId,
          name,
          email,
          role,
          reason,
          ...(company ? { company } : {}),
          ...admissionArgs(admission),
        },
        outcomes("submitted", "too_many_applications", "submission_id_taken"),
      ),
    take: (bucket) => ask("take_rate_limit", bucketArgs(bucket), v.number()),
    takeChallenge: (bucket, most) => ask("take_challenge", { ...bucketArgs(bucket), most }, challengeCount),
    takeMail: (recipient, { secondsBetween, perHour, overallBurst, overallSeconds }) =>
      ask(
        "take_mail_limit",
        {
          recipient,
          seconds_between: secondsBetween,
          per_hour: perHour,
          overall_burst: overallBurst,
          overall_seconds: overallSeconds,
        },
        v.number(),
      ),
    hasApplied: (email) => ask("has_applied", { email }, v.boolean()),
    confirm: (link) => ask("confirm_email", linkArgs(link), v.boolean()),
    unsubscribe: (link) => ask("unsubscribe_email", linkArgs(link), v.boolean()),
    recordMailEvent: async ({ event, emails, providerId }) => {
      const args = { event, people: JSON.stringify(emails), ...(providerId ? { provider: providerId } : {}) };
      await ask("record_email_event", args, v.number());
    },
    check: async () => void (await ask("check_store", {}, v.literal(true))),
  };
}
