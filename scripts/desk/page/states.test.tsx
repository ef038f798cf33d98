import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createElement, type FunctionComponent } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { Applications } from "./Applications.tsx";
import { Mail } from "./Mail.tsx";
import { Overview } from "./Overview.tsx";
import { People } from "./People.tsx";

const views: Record<string, FunctionComponent> = {
  overview: Overview,
  people: People,
  applications: Applications,
  mail: Mail,
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(view: string, answer: () => Promise<Response>): void {
  vi.stubGlobal("fetch", answer);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(<QueryClientProvider client={client}>{createElement(views[view] ?? Mail)}</QueryClientProvider>);
}

it.each(Object.keys(views))("shows the outlines of %s while it is read", (view) => {
  show(view, () => new Promise(() => undefined));
  expect(screen.getByText("Loading …").parentElement?.dataset).toEqual({ shape: view });
});

const causes: [cause: string, answer: () => Promise<Response>, words: RegExp][] = [
  ["a desk that has ended", () => Promise.reject(new TypeError("fetch failed")), /^The desk is closed\. Start it/u],
  [
    "a stack that is stopped",
    async () => Response.json({ message: "The site is stopped.", hint: "Start it." }, { status: 503 }),
    /^The site is stopped\. Start it\.$/u,
  ],
  ["an error without words", async () => new Response(null, { status: 502 }), /does not say why \(HTTP 502\)/u],
  ["an answer without a body", async () => new Response(null), /^The desk’s answer is incomplete/u],
];

it.each(causes)("says what to do about %s, and asks again when it is told to", async (_, answer, words) => {
  for (const view of Object.keys(views)) {
    let calls = 0;
    show(view, () => (calls++, answer()));
    expect((await screen.findByText(words)).closest("[role=alert]")).not.toBeNull();
    expect(screen.queryByText("Loading …")).toBeNull();
    const before = calls;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect([view, calls]).toEqual([view, before + 1]);
    cleanup();
  }
});

it("does not break a command within a flag", async () => {
  const hint = "Answer them: npx prelaunch beta review --overdue";
  show("mail", async () => Response.json({ message: "Late.", hint }, { status: 503 }));
  expect((await screen.findByText("--overdue")).className).toBe("whitespace-nowrap");
  expect(screen.getByRole("alert").textContent).toContain(hint);
});
