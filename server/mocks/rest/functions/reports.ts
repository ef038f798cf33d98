import type { MockDatabase } from "../database.ts";
import type { Row } from "../row.ts";
import { sortableTimestamp } from "../timestamp.ts";
import { Unmocked } from "../unmocked.ts";
import { compareValues } from "../values.ts";
import type { MockFunction } from "./function.ts";

/** The first day of the day or week a row was created in; weeks begin on Monday. */
function startOf(bucket: unknown, row: Row): string {
  const day = String(row["created_at"]).slice(0, 10);
  if (bucket === "day") return day;
  if (bucket !== "week") throw new Unmocked(`the bucket ${String(bucket)}`);
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

/** How many rows share what `key` gives, with that. */
function countBy<K extends Row>(rows: readonly Row[], key: (row: Row) => K): (K & { count: number })[] {
  const groups = new Map<string, K & { count: number }>();
  for (const row of rows) {
    const values = key(row);
    const name = JSON.stringify(values);
    groups.set(name, { ...values, count: (groups.get(name)?.count ?? 0) + 1 });
  }
  return [...groups.values()];
}

const byText = (column: string) => (a: Row, b: Row) => compareValues("text", a[column], b[column]);

/** Rows created in a span; without an end it is open. */
function within(rows: readonly Row[], { since, until }: Row): Row[] {
  const at = (value: unknown) => sortableTimestamp(String(value));
  return rows.filter(
    ({ created_at }) =>
      (since === undefined || at(created_at) >= at(since)) && (until === undefined || at(created_at) < at(until)),
  );
}

const address =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/u;

const malformed = (rows: readonly Row[]): Row[] => rows.filter(({ email }) => !address.test(String(email)));

function duplicates(database: MockDatabase): Row[] {
  const normal = ({ email }: Row) => String(email).normalize("NFKC");
  const inOrder = [...database.rows("waitlist")].sort(
    (a, b) =>
      compareValues("text", normal(a), normal(b)) ||
      compareValues("timestamptz", a["created_at"], b["created_at"]) ||
      byText("id")(a, b),
  );
  return inOrder.filter((row, index) => {
    const before = inOrder[index - 1];
    return before !== undefined && normal(before) === normal(row);
  });
}

/** What supabase/migrations/…_operator_reports.sql does, as far as it does not describe the database itself. */
export const reports = {
  stats_report: {
    takes: { bucket: "text", since: "timestamptz", until: "timestamptz" },
    optional: ["since", "until"],
    call({ bucket, ...span }, database) {
      const people = within(database.rows("waitlist"), span);
      const has = (column: string) => people.filter((row) => row[column] !== null && row[column] !== false).length;
      return {
        waitlist: {
          total: people.length,
          notified: has("notified"),
          confirmed: has("confirmed_at"),
          unsubscribed: has("unsubscribed_at"),
        },
        signups: countBy(people, (row) => ({ start: startOf(bucket, row) })).sort(byText("start")),
        sources: countBy(people, ({ source }) => ({ source })).sort(
          (a, b) => b.count - a.count || byText("source")(a, b),
        ),
        applications: countBy(within(database.rows("beta_applications"), span), ({ role, status }) => ({
          role,
          status,
        })).sort((a, b) => byText("role")(a, b) || byText("status")(a, b)),
      };
    },
  },

  // Roles, statuses and lengths are left out: no row of the mock can have wrong ones.
  data_report: {
    takes: {},
    call(_, database) {
      const wrong = {
        waitlist_duplicate: duplicates(database),
        waitlist_email: malformed(database.rows("waitlist")),
        application_email: malformed(database.rows("beta_applications")),
      };
      return Object.fromEntries(
        Object.entries(wrong)
          .filter(([, rows]) => rows.length > 0)
          .map(([kind, rows]) => [kind, { count: rows.length, ids: rows.slice(0, 5).map(({ id }) => id) }]),
      );
    },
  },
} satisfies Record<string, MockFunction>;
