import { setTimeout as sleep } from "node:timers/promises";
import { type Figure, figure, note, percentile, tally } from "../support/figures.ts";
import { type Bench, withBench } from "../support/part.ts";
import { memoryOf } from "../support/stackProcess.ts";
import type { Sent } from "../support/visitors.ts";

/** Visitors a second at the peak. */
const peak = 20;

/** One in this many visitors is hostile. */
const hostileEvery = 10;

/** Growth of memory from the second minute to the last that counts as none: a share, plus MiB of tolerance. */
const flat = { share: 1.1, slack: 12 };

/** Visitors a second at a time of the day from 0 to 1: a steep rise at the announcement, then a long tail. */
const rate = (at: number): number => peak * Math.max(0.1, at < 0.2 ? at / 0.2 : Math.exp(-(at - 0.2) * 2));

/** A captcha solution that was spent before the day began. */
let used = "";

/** What hostile visitors try, in turn, from a few addresses. */
const attacks: ((bench: Bench) => Promise<Sent>)[] = [
  ({ crowd, stack }) => crowd.send(stack().url, "/waitlist", '{"email":"x', "198.51.100.1"),
  ({ crowd, stack }) => crowd.send(stack().url, "/beta", JSON.stringify({ captcha: "x".repeat(8000) }), "198.51.100.2"),
  ({ crowd, stack }) => crowd.send(stack().url, "/waitlist", "x".repeat(200_000), "198.51.100.3"),
  async ({ crowd, stack }) => {
    return crowd.send(
      stack().url,
      "/waitlist",
      JSON.stringify({ email: "' or 1=1 --@example.com", captcha: used }),
      "198.51.100.4",
    );
  },
  async ({ crowd, stack }) => {
    return crowd.send(
      stack().url,
      "/waitlist",
      JSON.stringify({ email: "replay@example.com", captcha: used }),
      "198.51.100.5",
    );
  },
  ({ crowd, stack }) => crowd.send(stack().url, "/../../../etc/passwd", "{}", "198.51.100.6"),
  ({ crowd, stack }) =>
    crowd.send(stack().url, "/waitlist", JSON.stringify({ email: ["a"], captcha: {} }), "198.51.100.7"),
];

/** A launch day in a few minutes, with a tenth of the visitors hostile. */
export const launch = (seconds: number): Promise<Figure[]> =>
  withBench(async (bench) => {
    const { crowd, stack, dataFolder } = bench;
    used = await crowd.captcha();
    await crowd.send(stack().url, "/waitlist", JSON.stringify({ email: "first@example.com", captcha: used }));
    const [good, bad]: [Sent[], Sent[]] = [[], []];
    const memory: { at: number; node: number; postgres: number }[] = [];
    const all: Promise<void>[] = [];
    const started = performance.now();
    const elapsed = () => (performance.now() - started) / 1000;
    let [n, sampled] = [0, 0];
    while (elapsed() < seconds) {
      const hostile = n++ % hostileEvery === hostileEvery - 1;
      const one = hostile ? attacks[Math.floor(n / hostileEvery) % attacks.length]?.(bench) : crowd.visit(stack().url);
      const noted = async () => {
        const sent = await one;
        if (sent) (hostile ? bad : good).push(sent);
      };
      all.push(noted());
      if (elapsed() - sampled >= 2) {
        sampled = elapsed();
        memory.push({ at: sampled, ...(await memoryOf(stack(), dataFolder)) });
      }
      await sleep(1000 / rate(elapsed() / seconds));
    }
    await Promise.all(all);
    const times = good.map(({ ms }) => ms);
    const median = (of: "node" | "postgres", from: number, to: number) =>
      percentile(
        memory.filter(({ at }) => at >= from && at < to).map((sample) => sample[of]),
        0.5,
      );
    const grown = (["node", "postgres"] as const).map((of) => {
      const [early, late] = [
        median(of, Math.min(60, seconds / 3), Math.min(120, (seconds * 2) / 3)),
        median(of, seconds - Math.min(60, seconds / 3), seconds),
      ];
      return figure(
        `memory of ${of === "node" ? "the stack" : "PostgreSQL"}, second minute and last`,
        `${Math.round(early)}, ${Math.round(late)} MiB`,
        late <= early * flat.share + flat.slack,
      );
    });
    return [
      note("seconds", seconds),
      figure(
        "answers to good visitors",
        tally(good.map(({ status }) => status)),
        good.every(({ status }) => status === 201),
      ),
      note(
        "their time, median, 95 % and longest",
        [0.5, 0.95, 1].map((share) => `${Math.round(percentile(times, share))} ms`).join(", "),
      ),
      figure(
        "answers to hostile ones",
        tally(bad.map(({ status }) => status)),
        bad.every(({ status }) => status > 201 && status < 500),
      ),
      ...grown,
    ];
  });
