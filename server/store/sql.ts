import * as v from "valibot";
import { ProblemError } from "../http/problem.ts";
import {
  admissionArgs,
  bucketArgs,
  type CallFunction,
  type ExactArgs,
  type Functions,
  type MailLink,
  type Outcome,
  type Store,
} from "./store.ts";

/** A person in a function's answer. */
const personEntries = { id: v.string(), share_code: v.string() };

const answered = v.object({
  outcome: v.string(),
  wait: v.optional(v.number(), 0),
  person: v.optional(v.object(personEntries)),
});

const seenPlace = v.nullable(
  v.object({
    place: v.nullable(v.number()),
    friends: v.number(),
    share_code: v.string(),
    confirmed: v.boolean(),
  }),
);

const confirmed = v.nullable(v.object({ ...personEntries, answered: v.array(v.string()) }));

/** Parses the answer of a form's function. @throws Error if the form has no such outcome */
function outcomeOf<Own extends string>(answer: unknown, outcomes: readonly Own[]): Outcome<Own> {
  const { outcome, wait, person } = v.parse(answered, answer);
  if (outcome === "captcha_spent") return { outcome };
  if (outcome === "rate_limited") return { outcome, wait };
  const own = outcomes.find((name) => name === outcome);
  if (own === undefined) throw new Error(`A form's function answered "${outcome}".`);
  return {
    outcome: own,
    ...(person ? { person: { id: person.id, shareCode: person.share_code } } : {}),
  };
}

const linkArgs = ({ tokenHash, clientHash }: MailLink) => ({
  token_hash: tokenHash,
  ...(clientHash ? { client_hash: clientHash } : {}),
});

/**
 * A store made of the database's functions, however they are called. Absent arguments are left out, as their default is
 * null.
 */
export function createSqlStore(callDatabase: CallFunction): Store {
  const call: CallFunction = (name, args) =>
    callDatabase(name, args).catch((cause: unknown) => {
      throw new ProblemError("store_unavailable", { cause });
    });
  const ask = async <Name extends keyof Functions, Given extends Functions[Name]["Args"], S extends v.GenericSchema>(
    name: Name,
    args: ExactArgs<Name, Given>,
    schema: S,
  ): Promise<v.InferOutput<S>> => v.parse(schema, await call(name, args));
  return {
    submit: async ({ call: callForm, outcomes }, content, admission) =>
      outcomeOf(await callForm(call, content, admissionArgs(admission), admission.clientHash), outcomes),
    take: (bucket) => ask("take_rate_limit", bucketArgs(bucket), v.number()),
    takeAll: (buckets) =>
      ask(
        "take_all_rate_limits",
        {
          buckets: buckets.map(({ key }) => key),
          bursts: buckets.map(({ burst }) => burst),
          seconds_per_request: buckets.map(({ secondsPerRequest }) => secondsPerRequest),
        },
        v.number(),
      ),
    hasApplied: (email) => ask("has_applied", { email }, v.boolean()),
    confirm: async (link, more) => {
      const args = { ...linkArgs(link), tokens: JSON.stringify(more) };
      const person = await ask("confirm_email", args, confirmed);
      return person ? { id: person.id, shareCode: person.share_code, answered: person.answered } : undefined;
    },
    // The argument is a text, because a jsonb argument reaches the database as a string from @supabase/lite.
    answer: (person, answers) => ask("save_answers", { person, given: JSON.stringify(answers) }, v.boolean()),
    visit: (source, bucket) => ask("count_visit", { source: source ?? "", ...bucketArgs(bucket) }, v.number()),
    unsubscribe: (link) => ask("unsubscribe_email", linkArgs(link), v.boolean()),
    erase: (tokenHash) => ask("erase_by_link", { token_hash: tokenHash }, v.boolean()),
    place: async (tokenHash, shownFrom) => {
      const args = { token_hash: tokenHash, ...(shownFrom === undefined ? {} : { shown_from: shownFrom }) };
      const seen = await ask("show_place", args, seenPlace);
      if (!seen) return undefined;
      const { place, share_code: shareCode, ...rest } = seen;
      return { ...(place === null ? {} : { place }), shareCode, ...rest };
    },
    recordMailEvent: async (report) => {
      const people = JSON.stringify(report.emails);
      if (report.event === "failed") {
        const args = { provider: report.providerId, people, reason: report.code };
        if (!(await ask("fail_email", args, v.boolean()))) throw new ProblemError("store_unavailable");
        return;
      }
      const { event, providerId } = report;
      await ask("record_email_event", { event, people, ...(providerId ? { provider: providerId } : {}) }, v.number());
    },
    check: () => ask("check_store", {}, v.string()),
  };
}
