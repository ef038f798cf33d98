import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ApplicationStatus } from "../../../server/contract/limits.ts";
import type { Mail } from "../../../server/mail/mail.ts";
import { tokenHash } from "../../../server/mail/outbox/tokens.ts";
import { cli, hosted, scratchFolder } from "../../cli/terminal.ts";
import { startOutboxBench } from "../../mail/support/outboxBench.ts";

/** The addresses that take part: few, so that the same ones occur again. */
export const everybody = ["ada@example.com", "bo@example.com", "cy@example.com"] as const;

/** The date columns of every table, which move when a day passes. */
const times: Record<string, string[]> = {
  waitlist: ["created_at", "confirmed_at", "unsubscribed_at"],
  beta_applications: ["created_at", "reviewed_at"],
  beta_application_events: ["created_at"],
  email_outbox: ["created_at", "not_before", "leased_until", "doubtful_since", "sent_at", "dead_at"],
  email_tokens: ["created_at", "expires_at", "spent_at"],
  email_update_recipients: ["told_at"],
  consent_events: ["happened_at"],
  email_suppressions: ["created_at"],
};

/** The contents of files that were exported some time ago. */
interface Old {
  people: { email: string; confirmed: boolean; notified: boolean; leftAgo: number | undefined }[];
  applications: { id: string; email: string; status: ApplicationStatus }[];
}

/** The real system: PostgreSQL, the form routes, and the command line in its own folder. */
export type World = Awaited<ReturnType<typeof startWorld>>;

/** Starts that system with an empty database; `stop` ends it and removes its folder. */
export async function startWorld() {
  const [bench, scratch] = await Promise.all([startOutboxBench(), scratchFolder()]);
  const env = hosted(bench);
  const write = (name: string, text: string) => writeFile(join(scratch.folder, name), text);
  const unsubscribeTokens = new Map<string, string>();
  const old: Old = { people: [], applications: [] };
  const confirmTokens = new Map<string, string>();
  return {
    ...bench,
    /** Tokens of the mails that arrived: unsubscribe tokens by address, confirmation tokens by hash. */
    unsubscribeTokens,
    old,
    confirmTokens,
    keepLinks: async ({ to, text, headers }: Mail) => {
      const [, leave] = /\?token=(\w+)>/u.exec(headers["List-Unsubscribe"] ?? "") ?? [];
      if (leave !== undefined) unsubscribeTokens.set(to, leave);
      const [, confirm] = /#confirm=(\w+)/u.exec(text) ?? [];
      if (confirm !== undefined) confirmTokens.set(await tokenHash(confirm), confirm);
    },
    folder: scratch.folder,
    write,
    run: (argv: string[]) => cli(argv, { env, folder: scratch.folder }),
    /** Posts JSON to a form route and returns the status. */
    json: async (path: string, body: object) =>
      (
        await bench.request(path, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        })
      ).status,
    /** Lets days pass: everything written so far becomes that much older. */
    pass: (days: number) =>
      bench.sql(
        Object.entries(times)
          .map(([table, columns]) => {
            const moved = columns.map((column) => `${column} = ${column} - interval '${days} days'`);
            return `update public.${table} set ${moved.join(", ")}`;
          })
          .join(";"),
      ),
    /** Starts again with empty tables. */
    clear: async () => {
      await bench.empty();
      unsubscribeTokens.clear();
      Object.assign(old, { people: [], applications: [] });
      confirmTokens.clear();
      await bench.sql("delete from public.rate_limits");
    },
    stop: async () => {
      await scratch.remove();
      await bench.stop();
    },
  };
}
