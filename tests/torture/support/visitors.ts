import { randomUUID } from "node:crypto";
import { formsBasePath } from "../../../server/contract/outcomes.ts";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { openDatabase } from "../../../server/embedded/backup/openDatabase.ts";
import { mintCaptchaFor } from "../../support/mintCaptcha.ts";

/** Domain of every address; it must never appear in any output. */
export const domain = "torture.example";

/** The result of one form: the HTTP status, or 0 if the connection was lost. */
export interface Sent {
  status: number;
  ms: number;
}

/** The visitors of one data folder, and the answers they got. */
export interface Crowd {
  /** Sends one form as a new person with a new network address. */
  visit(url: string, kind?: "waitlist" | "beta"): Promise<Sent>;
  /** The number of forms whose answer said that they were stored. */
  acknowledged(): number;
  /** The number of those that are not in the database exactly once. */
  lost(): Promise<number>;
}

const longest = 15_000;

/** An address of the network 10/8. */
const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

/** Creates visitors whose captchas are made with the stack's secret, so that the stack is measured and not their work. */
export function createCrowd(dataFolder: string, captchaSecret: string): Crowd {
  const answered = { waitlist: new Set<string>(), beta: new Set<string>() };
  const run = randomUUID().slice(0, 8);
  let people = 0;
  const captcha = () => mintCaptchaFor(captchaSecret, new Date(Date.now() + 600_000));
  const send = async (url: string, path: string, body: string, address: string): Promise<Sent> => {
    const started = performance.now();
    try {
      const answer = await fetch(`${url}${formsBasePath}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": address },
        body,
        signal: AbortSignal.timeout(longest),
      });
      await answer.arrayBuffer();
      return { status: answer.status, ms: performance.now() - started };
    } catch {
      return { status: 0, ms: performance.now() - started };
    }
  };
  return {
    async visit(url, kind = people % 3 === 0 ? "beta" : "waitlist") {
      const n = people++;
      const email = `person-${run}-${n}@${domain}`;
      const submissionId = randomUUID();
      const form =
        kind === "waitlist"
          ? { email }
          : { email, name: `Person ${n}`, role: "other", reason: "To be sure.", submissionId };
      const sent = await send(url, `/${kind}`, JSON.stringify({ ...form, captcha: await captcha() }), addressOf(n));
      if (sent.status === 201) answered[kind].add(kind === "waitlist" ? email : submissionId);
      return sent;
    },
    acknowledged: () => answered.waitlist.size + answered.beta.size,
    async lost() {
      const database = await openDatabase(dataFolder);
      try {
        return await withClient(database.url, async (client) => {
          const found = async (table: string, column: string, values: Set<string>) => {
            const { rows } = await client.query<{ n: string }>(
              `select count(*) as n from (select 1 from ${table} where ${column}::text = any($1) group by ${column} having count(*) = 1) once`,
              [[...values]],
            );
            return values.size - Number(rows[0]?.n);
          };
          return (
            (await found("waitlist", "email", answered.waitlist)) +
            (await found("beta_applications", "id", answered.beta))
          );
        });
      } finally {
        await database.close();
      }
    },
  };
}

/**
 * Sends visitors one after the other in `lanes` lanes until `stop`, or until the part has ended in any way; the address of
 * the stack may change meanwhile.
 */
export function keepVisiting(
  { crowd, stack, ended }: { crowd: Crowd; stack: () => { url: string }; ended: AbortSignal },
  lanes: number,
) {
  const stopped = new AbortController();
  const sent: Sent[] = [];
  const work = Promise.all(
    Array.from({ length: lanes }, async () => {
      while (!stopped.signal.aborted && !ended.aborted) {
        const one = await crowd.visit(stack().url);
        sent.push(one);
        // Nothing is listening for a moment, and retrying at full speed would take processor time that the restart needs.
        if (one.status === 0) await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }),
  );
  return {
    sent,
    stop: async () => {
      stopped.abort();
      await work;
    },
  };
}
