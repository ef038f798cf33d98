import { settle } from "./compare.ts";
import { decide, mark, notify, pass } from "./operators.ts";
import { type Act, confirm, join } from "./people.ts";
import { type Fate, send } from "./sending.ts";

/** Performs acts one after another; afterwards nobody is owed a mail. */
const inTurn =
  (acts: readonly Act[]): Act =>
  async (state, world) => {
    for (const act of acts) await act(state, world);
    await settle(state, world);
  };

/** Sends the mails that are due, the first of them to its fate. */
const sendFirst =
  (fate: Fate): Act =>
  (state, world) =>
    send(state, world, (nth) => (nth === 0 ? fate : "taken"));

/** An operator changes their mind about an application; each decision's mail has its own fate. Random commands rarely do this. */
export const waver = (nth: number, decisions: ["accept" | "decline", Fate][]): Act =>
  inTurn(
    decisions.flatMap(([verb, fate]) => [decide("reopen", nth, "grace"), decide(verb, nth, "grace"), sendFirst(fate)]),
  );

/** A person is told of the launch by a mail with a given fate, unsubscribes, comes back, and the launch is announced once more. */
export const comeBack = (email: string, fate: Fate): Act => {
  const enter = [join(email, email, undefined), sendFirst("taken"), confirm(email, 0), confirm(email, 1)];
  const tell = [notify("launch", undefined), sendFirst(fate)];
  return inTurn([...enter, ...tell, mark(email, "unsubscribe"), pass(1), ...enter, ...tell]);
};
