import * as v from "valibot";
import { questionIds, questionOf } from "../../../server/contract/questions.ts";
import { count } from "../../cli/amounts.ts";
import { mask } from "../../files/addresses.ts";

/** The parts of a report that tell how the list grows, as `stats_report` has them. */
export const growth = {
  /** People who answered a question, by its id, and the 20 most frequent answers to each. */
  answered: v.record(v.string(), v.number()),
  answers: v.array(v.object({ question: v.string(), answer: v.string(), count: v.number() })),
  /** People who came by a friend's link; of those who confirmed, how many count for the friend, or why not. */
  friends: v.object({ joined: v.number(), credits: v.record(v.string(), v.number()) }),
  /** The ten who brought most. */
  senders: v.array(v.object({ email: v.string(), share_code: v.string(), friends: v.number() })),
  /** Of the last 1, 7 and 30 days: a total, and the 50 most frequent sources, null for none. */
  funnel: v.array(
    v.object({
      days: v.number(),
      total: v.boolean(),
      source: v.nullable(v.string()),
      visits: v.number(),
      joined: v.number(),
      confirmed: v.number(),
      applied: v.number(),
    }),
  ),
};

const growthReport = v.object(growth);
type Growth = v.InferOutput<typeof growthReport>;

/** Figures under a heading. */
export interface Section {
  title: string;
  /** `share` is a part of a whole from 0 to 1; NaN where there is no whole. */
  rows: { name: string; value: string; share?: number }[];
  /** What is said below the figures. */
  below?: string;
}

/** Spans of the funnel, in days, by what they are called. */
const spans: Record<number, string> = { 1: "today", 7: "7 days", 30: "30 days" };

/** What came of a visit: of a line of the funnel, all steps. */
const steps = ({ visits, joined, confirmed, applied }: Growth["funnel"][number]): string =>
  [visits, joined, confirmed, applied].map(count).join(" / ");

/** Why a friend does not count, in words. */
const withheld: Record<string, string> = {
  oneself: "not counted: the sender's own mailbox",
  mailbox_counted: "not counted: a mailbox that counted before",
  same_network: "not counted: the same network within a day",
};

/** How the list grows, in words. @param most sources that are shown, the frequent ones */
export function growthSections(
  { answered, answers, friends, senders, funnel, waitlist }: Growth & { waitlist: { total: number } },
  most: number,
): Section[] {
  const { joined, credits } = friends;
  const totals = funnel.filter(({ total }) => total);
  const bySource = funnel.filter(({ total, days }) => !total && days === 30).slice(0, most);
  return [
    {
      title: "Visits / joined / confirmed / applied",
      rows: totals.map((line) => ({ name: spans[line.days] ?? "", value: steps(line) })),
    },
    {
      title: "The same by source, 30 days",
      rows: bySource.map((line) => ({ name: line.source ?? "(direct)", value: steps(line) })),
    },
    {
      title: "Friends",
      rows: [
        { name: "came by a friend's link", value: count(joined), share: joined / waitlist.total },
        {
          name: "confirmed, and count",
          value: count(credits["counted"] ?? 0),
          share: (credits["counted"] ?? 0) / joined,
        },
        ...Object.entries(withheld).flatMap(([reason, name]) => {
          const n = credits[reason] ?? 0;
          return n > 0 ? [{ name, value: count(n), share: n / joined }] : [];
        }),
      ],
    },
    {
      title: "Brought most friends",
      rows: senders.map(({ email, share_code, friends: n }) => ({
        name: `${share_code}  ${mask(email, "...")}`,
        value: count(n),
      })),
    },
    ...questionIds.map((id): Section => {
      const question = questionOf(id);
      const all = answered[id] ?? 0;
      const of = (choice: string) => answers.find((one) => one.question === id && one.answer === choice)?.count ?? 0;
      const choices = question.kind === "text" ? [] : question.choices;
      return {
        title: `Answers: ${id}`,
        rows: [
          { name: "answered", value: count(all), share: all / waitlist.total },
          ...choices.map((choice) => ({ name: choice, value: count(of(choice)), share: of(choice) / all })),
        ],
      };
    }),
  ];
}
