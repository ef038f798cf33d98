import { expect, it } from "vitest";
import { applications, subscribers } from "./people.ts";

it("lets nobody confirm, leave or be answered after the time of the seed, such as in the future", () => {
  const span = { from: new Date("2026-05-04T00:00:00Z"), until: new Date("2026-05-05T00:00:00Z") };
  const times = [...subscribers(1, 300, span), ...applications(1, 100, span)].flatMap((one) =>
    "confirmed_at" in one ? [one.confirmed_at, one.unsubscribed_at] : [one.reviewed_at],
  );
  expect(times.filter((time) => time !== null && time > span.until.toISOString())).toEqual([]);
  expect(times).toContain(span.until.toISOString());
});
