import {
  erase,
  importApplications,
  importPeople,
  launch,
  mark,
  prune,
  read,
  retry,
  review,
  sweep,
  tellUpdate,
} from "./operators.ts";
import { becomeDue, letWeekPass, report, send } from "./senders.ts";
import { apply, confirm, join, joinTogether, spendCaptchaTwice, unsubscribe } from "./visitors.ts";
import type { Draws } from "./draws.ts";
import type { Turn } from "./world.ts";

/** An operation on the database; its weight says how often it is drawn. */
export interface Operation {
  name: string;
  weight: number;
  run(turn: Turn): Promise<unknown>;
}

/** The operations of visitors, senders, providers, operators and the clock. */
const operations: readonly Operation[] = [
  { name: "join", weight: 10, run: join },
  { name: "join together", weight: 6, run: joinTogether },
  { name: "apply", weight: 5, run: apply },
  { name: "spend a captcha twice", weight: 3, run: spendCaptchaTwice },
  { name: "confirm", weight: 10, run: confirm },
  { name: "unsubscribe", weight: 6, run: unsubscribe },
  { name: "send", weight: 16, run: send },
  { name: "report a bounce or complaint", weight: 2, run: report },
  { name: "become due", weight: 4, run: becomeDue },
  { name: "let a week pass", weight: 3, run: letWeekPass },
  { name: "launch", weight: 4, run: launch },
  { name: "tell an update", weight: 3, run: tellUpdate },
  { name: "mark", weight: 2, run: mark },
  { name: "review", weight: 8, run: review },
  { name: "import people", weight: 4, run: importPeople },
  { name: "import applications", weight: 2, run: importApplications },
  { name: "erase", weight: 4, run: erase },
  { name: "prune", weight: 1, run: prune },
  { name: "retry", weight: 2, run: retry },
  { name: "sweep", weight: 2, run: sweep },
  { name: "read", weight: 3, run: read },
];

const all = operations.reduce((sum, { weight }) => sum + weight, 0);

/** Draws the next operation. */
export function nextOperation(draws: Draws): Operation | undefined {
  let place = draws.below(all);
  return operations.find(({ weight }) => (place -= weight) < 0);
}
