import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { WaveBar } from "./WaveBar.tsx";
import type { Mails } from "./api.ts";

afterEach(cleanup);

const delivery = {
  sent: 100,
  bounced: 8,
  complained: 0,
  bouncedShare: "8.00 %",
  complainedShare: "0.00 %",
  tooManyBounces: true,
  tooManyComplaints: false,
};
const why = "Mails to the list are paused, as 8 of 100 bounced (8.00 %).";
const paused = { ...delivery, kind: null, paused: true, reason: "bounces", why, takes: null } as const;

const show = (list: Mails["list"]) => {
  const mails: Mails = {
    stuck: null,
    queued: list.queued,
    failed: 0,
    list,
    month: delivery,
    sender: "",
    operator: null,
    queuedMails: [],
    open: [{ number: 7, kind: "update", name: "may", queued: 500, starts: "2026-12-01 09:00 +01:00" }],
    waves: [],
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <WaveBar mails={mails} />
    </QueryClientProvider>,
  );
};

it.each([0, 20])("says once, and as the terminal does, why a wave is paused of which %i mails are queued", (queued) => {
  show({ ...paused, queued });
  expect(screen.getAllByText(/paused/u).map(({ textContent }) => textContent)).toEqual([why]);
});

it("names a wave for a later time, and asks before it is taken back", () => {
  show({ ...paused, tooManyBounces: false, queued: 0, paused: false, why: null, reason: null });
  expect(screen.getByText("7 may").parentElement?.textContent).toContain(
    "500 queued, sent from 2026-12-01 09:00 +01:00 on",
  );
  fireEvent.click(screen.getByRole("button", { name: "Take back …" }));
  expect(screen.getByRole("alertdialog", { name: "Take back wave 7 may?" }).textContent).toContain(
    "500 mails are queued.",
  );
});
