import { Webhook } from "standardwebhooks";
import { expect, it, onTestFinished, vi } from "vitest";
import { createForms } from "./app.ts";
import { ProblemError } from "./http/problem.ts";
import { createMemoryStore } from "./store/memory.ts";
import { emptyMemory } from "./store/store.ts";

it("logs the route, the code and the kind of cause of every answer of 500 and above, no other answer and no personal data", async () => {
  const logged: string[] = [];
  const shown: unknown[] = [];
  const mistake = new TypeError("about ada@example.com");
  const failures = [
    new ProblemError("invalid"),
    new ProblemError("store_unavailable", { cause: new Error("about ada@example.com") }),
    new ProblemError("store_unavailable", { cause: Object.assign(new Error("ada@example.com"), { code: "23514" }) }),
    new ProblemError("store_unavailable", { cause: Object.assign(new Error("ada@example.com"), { code: "" }) }),
    mistake,
  ];
  const app = createForms({
    store: { ...createMemoryStore(emptyMemory()), submit: () => Promise.reject(failures.shift()) },
    captcha: { verify: async () => "passed" },
    siteUrl: "https://site.example",
    secret: "a-secret-of-at-least-thirty-two-letters",
    log: (line) => void logged.push(line),
    onError: (error) => void shown.push(error),
  });
  const statuses = [];
  for (let n = 0; n < 5; n++) {
    const answer = await app.request("/functions/v1/forms/waitlist?email=ada@example.com", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "ada@example.com", captcha: "token" }),
    });
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([422, 503, 503, 503, 500]);
  expect(logged).toEqual([
    "POST /functions/v1/forms/waitlist 503 store_unavailable Error",
    "POST /functions/v1/forms/waitlist 503 store_unavailable 23514",
    "POST /functions/v1/forms/waitlist 503 store_unavailable Error",
    "POST /functions/v1/forms/waitlist 500 unexpected TypeError",
  ]);
  // `shown` has what the dev server prints: the whole errors.
  expect([shown.length, shown.at(-1)]).toEqual([4, mistake]);
});

it.each([
  ["53100", "disk", "The disk is full: nothing is stored until there is room."],
  ["57P03", "store", "The store is down: 57P03."],
])("logs once that nothing is stored, and names it in the health check: %s", async (code, down, problem) => {
  const logged: string[] = [];
  const cause = Object.assign(new Error("about ada@example.com"), { code });
  const app = createForms({
    store: {
      ...createMemoryStore(emptyMemory()),
      check: () => Promise.reject(new ProblemError("store_unavailable", { cause })),
    },
    captcha: { verify: async () => "passed" },
    siteUrl: "https://site.example",
    secret: "a-secret-of-at-least-thirty-two-letters",
    log: (line) => void logged.push(line),
  });
  const clock = vi.spyOn(performance, "now");
  onTestFinished(() => clock.mockRestore());
  for (const now of [0, 2000, 4000]) {
    clock.mockReturnValue(now);
    const answer = await app.request("/functions/v1/forms/health");
    expect([answer.status, await answer.json()]).toEqual([503, { status: "down", down: [down] }]);
  }
  expect(logged).toEqual([problem]);
});

it("says once that the database has other migrations than this code, though a join would be stored", async () => {
  const logged: string[] = [];
  const schemas = ["before", "before", "this"];
  const app = createForms({
    store: { ...createMemoryStore(emptyMemory()), check: async () => schemas.shift() },
    captcha: { verify: async () => "passed" },
    siteUrl: "https://site.example",
    secret: "a-secret-of-at-least-thirty-two-letters",
    schema: "this",
    log: (line) => void logged.push(line),
  });
  const clock = vi.spyOn(performance, "now");
  onTestFinished(() => clock.mockRestore());
  const answers: unknown[] = [];
  for (const now of [0, 2000, 4000]) {
    clock.mockReturnValue(now);
    answers.push(await (await app.request("/functions/v1/forms/health")).json());
  }
  const down = { status: "down", down: ["schema"] };
  expect(answers).toEqual([down, down, { status: "ok" }]);
  expect(logged).toEqual(["The database has other migrations than this code: npx prelaunch check"]);
});

it("logs a full disk once, not for each visitor who is turned away, until something was stored", async () => {
  const logged: string[] = [];
  const cause = Object.assign(new Error("about ada@example.com"), { code: "53100" });
  const full = () => Promise.reject(new ProblemError("store_unavailable", { cause }));
  const memory = createMemoryStore(emptyMemory());
  const store = { ...memory, submit: full };
  const app = createForms({
    store,
    captcha: { verify: async () => "passed" },
    siteUrl: "https://site.example",
    secret: "a-secret-of-at-least-thirty-two-letters",
    log: (line) => void logged.push(line),
  });
  const join = async () => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ email: "ada@example.com", captcha: "token" });
    return (await app.request("/functions/v1/forms/waitlist", { method: "POST", headers, body })).status;
  };
  expect([await join(), await join()]).toEqual([503, 503]);
  expect(logged).toEqual(["The disk is full: nothing is stored until there is room."]);
  expect((await app.request("/functions/v1/forms/health")).status).toBe(200);
  expect(await join()).toBe(503);
  expect(logged).toHaveLength(2);
});

it("logs that the mail provider's reports are refused and why, not each of them, and nothing of what is no report", async () => {
  const logged: string[] = [];
  const secretOf = (letter: string) => `whsec_${Buffer.from(letter.repeat(32)).toString("base64")}`;
  const forms = () =>
    createForms({
      store: createMemoryStore(emptyMemory()),
      captcha: { verify: async () => "passed" },
      siteUrl: "https://site.example",
      secret: "a-secret-of-at-least-thirty-two-letters",
      webhookSecret: secretOf("a"),
      log: (line) => void logged.push(line),
    });
  const body = JSON.stringify({ type: "email.bounced", data: { to: ["ada@example.com"] } });
  const report = async (app: ReturnType<typeof forms>, letter: string, minutes: number) => {
    const at = new Date(Date.now() + minutes * 60_000);
    const headers = {
      "svix-id": "msg_1",
      "svix-timestamp": String(Math.floor(at.getTime() / 1000)),
      "svix-signature": new Webhook(secretOf(letter)).sign("msg_1", at, body),
    };
    return (await app.request("/functions/v1/forms/mail/events", { method: "POST", headers, body })).status;
  };
  const [app, other] = [forms(), forms()];
  expect((await app.request("/functions/v1/forms/mail/events", { method: "POST", body })).status).toBe(401);
  expect([await report(app, "a", -6), await report(app, "a", 6), await report(app, "a", 0)]).toEqual([401, 401, 204]);
  expect(await report(other, "b", 0)).toBe(401);
  expect(logged).toEqual([
    "A report about mails was refused: its time differs by more than five minutes from the clock of this machine.",
    "A report about mails was refused: it is not signed with MAIL_WEBHOOK_SECRET.",
  ]);
});

it("counts few visits at once, so that a join does not wait for a connection behind them", async () => {
  let end: ((wait: number) => void) | undefined;
  const visit = vi.fn(() => new Promise<number>((resolve) => (end = resolve)));
  const app = createForms({
    store: { ...createMemoryStore(emptyMemory()), visit },
    captcha: { verify: async () => "passed" },
    siteUrl: "https://site.example",
    secret: "a-secret-of-at-least-thirty-two-letters",
  });
  const answers: number[] = [];
  const come = async () => {
    const headers = { origin: "https://site.example" };
    const { status } = await app.request("/functions/v1/forms/visits", { method: "POST", headers, body: "{}" });
    answers.push(status);
  };
  for (let n = 0; n < 12; n++) void come();
  // Those that are not counted are answered while the others wait.
  await vi.waitFor(() => expect([visit.mock.calls.length, answers]).toEqual([5, Array.from({ length: 7 }, () => 204)]));
  end?.(0);
  await vi.waitFor(() => expect(answers).toHaveLength(8));
  void come();
  await vi.waitFor(() => expect(visit).toHaveBeenCalledTimes(6));
});
