import { InvalidArgumentError } from "commander";
import { replyWithin } from "../../../server/contract/reply.ts";
import { longSpan } from "../../cli/amounts.ts";
import type { Application } from "./applications.ts";

const hour = 3_600_000;

/** Time left of the promised reply time, in ms; negative when it is over. */
export const timeLeft = ({ created_at: sent }: Pick<Application, "created_at">, now: Date): number =>
  Date.parse(sent) + replyWithin - now.getTime();

/** The same for a person: `12 h left`, `3 h late`. */
export const describeDue = (application: Pick<Application, "created_at">, now: Date): string => {
  const left = timeLeft(application, now);
  return left < 0 ? `${longSpan(-left)} late` : `${longSpan(left)} left`;
};

/** An age such as `36h` or `3d`, in ms. @throws InvalidArgumentError for anything else. */
export function parseAge(text: string): number {
  const [, number, unit] = /^(\d{1,5})([hd])$/u.exec(text) ?? [];
  if (number === undefined) throw new InvalidArgumentError("Give hours or days, such as 36h or 3d.");
  return Number(number) * (unit === "d" ? 24 * hour : hour);
}
