import { clockSkew } from "../../../server/retention/clocks.ts";
import { longSpan } from "../../cli/amounts.ts";
import { type Finding, ok, wrong } from "../finding.ts";

/** Largest difference allowed between the clocks, in ms: sessions and captchas carry times that the other side checks. */
const mostSkew = 30_000;

/** Differences below this are given in seconds, in ms. */
const mostInSeconds = 120_000;

/** Compares the clocks of this machine and the database; `asked` and `answered` are the start and end of the call. */
export function checkClock(database: string, asked: Date, answered: Date): Finding[] {
  const skew = clockSkew(database, asked, answered);
  const apart = Math.abs(skew);
  const seconds = (apart / 1000).toFixed(1);
  if (apart <= mostSkew) return [ok("clock", `This machine and the database agree within ${seconds} s.`)];
  const amount = apart < mostInSeconds ? `${seconds} s` : longSpan(apart);
  return [
    wrong(
      "clock",
      `The database's clock is ${amount} ${skew > 0 ? "ahead of" : "behind"} this machine's.`,
      "Set the clock by NTP on the one that is wrong.",
    ),
  ];
}
