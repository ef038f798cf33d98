import * as v from "valibot";
import { ProblemError } from "../http/problem.ts";
import type { Database } from "../supabase/schema.ts";
import type { Admission, Bucket, Store } from "./store.ts";

type Functions = Database["public"]["Functions"];

/** The functions of supabase/migrations that the backend calls, a use case each. */
export type StoreFunction =
  | "join_waitlist"
  | "apply_for_beta"
  | "take_rate_limit"
  | "take_challenge"
  | "take_mail_limit"
  | "has_applied"
  | "check_store";

/** Calls one function in a transaction of its own; rejects when it failed. */
export type CallFunction = <Name extends StoreFunction>(name: Name, args: Functions[Name]["Args"]) => Promise<unknown>;

const refusals = [
  v.object({ outcome: v.literal("captcha_spent") }),
  v.object({ outcome: v.literal("rate_limited"), wait: v.number() }),
] as const;
const joinOutcome = v.variant("outcome", [
  v.object({ outcome: v.literal("joined") }),
  v.object({ outcome: v.literal("already_subscribed") }),
  ...refusals,
]);
const applyOutcome = v.variant("outcome", [
  v.object({ outcome: v.literal("submitted") }),
  v.object({ outcome: v.literal("too_many_applications") }),
  v.object({ outcome: v.literal("submission_id_taken") }),
  ...refusals,
]);
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

/** The store in the database's functions, however they are called. What is null is left out: every function has it as default. */
export function createSqlStore(call: CallFunction): Store {
  const ask = async <Name extends StoreFunction, S extends v.GenericSchema>(
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
      ask("join_waitlist", { email, ...(source ? { source } : {}), ...admissionArgs(admission) }, joinOutcome),
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
        applyOutcome,
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
    check: async () => void (await ask("check_store", {}, v.literal(true))),
  };
}
