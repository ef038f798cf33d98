import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { type Movement, movementIn } from "../../../server/contract/figures.ts";
import { Overview } from "./Overview.tsx";
import type { Overview as Figures } from "./api.ts";

afterEach(cleanup);

const nothing = movementIn([], "today");
const moving = (more: Partial<Movement>): Movement => Object.assign(movementIn([], "today"), more);
const none = {
  notified: 0,
  confirmed: 0,
  mailable: 0,
  unsubscribed: 0,
  bounced: 0,
  complained: 0,
  invited: 0,
  redeemed: 0,
};
const empty: Figures = {
  timeZone: "UTC",
  site: "https://site.example",
  pending: { applications: 0, since: null },
  list: { total: 0, ...none },
  moved: { today: nothing, day: nothing, week: nothing, before: nothing, month: nothing },
  signups: [{ start: "2026-05-04", count: 0 }],
  sources: [],
  referrers: [],
  answers: [],
};

function show(figures: Figures): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(["overview"], figures);
  client.setQueryData(["findings"], []);
  const { container } = render(
    <QueryClientProvider client={client}>
      <Overview />
    </QueryClientProvider>,
  );
  return container.textContent;
}

it("shows what to do first instead of zeroes while nobody is on the list", () => {
  const text = show(empty);
  for (const step of ["Share your link", "https://site.example", "prelaunch import waitlist", "Send yourself a test"])
    expect(text).toContain(step);
  expect(text.replace(/Read at .*/u, "")).not.toMatch(/\b0\b/u);
});

it("says first how many may be mailed, and beside a week what it was before", () => {
  const moved = {
    ...empty.moved,
    week: moving({ joined: 17 }),
    before: moving({ joined: 31 }),
    today: moving({ joined: 3 }),
  };
  const text = show({
    ...empty,
    list: { total: 500, ...none, mailable: 340, unsubscribed: 13, invited: 8, redeemed: 6 },
    moved,
  });
  expect(text).toMatch(/^May be mailed340of 500 peopleOff the list: 13 unsubscribed/u);
  expect(text).toContain("Invited: 8, of whom 6 came (75.0 %) and 2 did not.");
  expect(text).toContain("Joined17, was 313 today");
  expect(screen.getByRole("group", { name: "What the steps are of" }).textContent).toMatch(
    /^What the steps are ofWhole launch/u,
  );
});
