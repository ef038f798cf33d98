import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { Mails } from "../../../server/contract/deskMails.ts";
import { WaveBar } from "./WaveBar.tsx";

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
