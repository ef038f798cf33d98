import { setImmediate as nextTurn } from "node:timers/promises";
import { DatabaseError } from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { createJoinQueue, type JoinQueueOptions } from "./joinQueue.ts";

/** Longest wait for a turn in these tests, in ms, unless one says otherwise. */
const timeout = 60_000;
const joinOf = (name: string) => ({
  email: `${name}@example.com`,
  bucket: `waitlist:${name}`,
  solution_hash: name,
  burst: 20,
  seconds_per_request: 30,
  trapped: false,
});
type Join = ReturnType<typeof joinOf>;
const refused = new DatabaseError("lock timeout", 0, "error");

/** Until all that follows from an answer has been done. */
const settle = async () => {
  for (let turn = 0; turn < 3; turn++) await nextTurn();
};

/** A queue before a database that answers when it is told to, and whatever is left when the test has finished. */
function setUp(options: Partial<JoinQueueOptions> = {}) {
  const calls: { people: string[]; answer(): void; fail(cause: Error): void }[] = [];
  const alone: string[] = [];
  const join = createJoinQueue({
    callShared: (name, args) =>
      new Promise((resolve, reject) => {
        const joins: Join[] = "joins" in args ? JSON.parse(String(args.joins)) : [args];
        const people = joins.map(({ email }) => email.replace("@example.com", ""));
        const outcomes = people.map((person) => `${person} joined`);
        calls.push({
          people,
          answer: () => resolve(name === "join_waitlist" ? outcomes[0] : outcomes),
          fail: reject,
        });
      }),
    callSingle: async (name, args) => {
      const email = "email" in args ? String(args.email) : "";
      alone.push(`${name} ${email}`);
      if (email.startsWith("poison")) throw new Error("poisoned");
      return `${email} at last`;
    },
    most: 50,
    timeout,
    ...options,
  });
  // Who still waited would be given up while another test runs.
  onTestFinished(async () => {
    for (let n = 0; n < calls.length; n++) {
      calls[n]?.answer();
      await settle();
    }
  });
  return { join, calls, alone, sent: () => calls.map(({ people }) => people.join(" ")) };
}

describe("createJoinQueue", () => {
  it("sends a lone join at once, and those that come meanwhile together", async () => {
    const { join, calls, sent } = setUp();
    const answers = ["a", "b", "c", "d"].map((name) => join(joinOf(name)));
    expect(sent()).toEqual(["a"]);
    calls[0]?.answer();
    await settle();
    expect(sent()).toEqual(["a", "b c d"]);
    calls[1]?.answer();
    expect(await Promise.all(answers)).toEqual(["a joined", "b joined", "c joined", "d joined"]);
  });

  it("sends the next call before it answers the joins of the one before", async () => {
    const { join, calls, sent } = setUp();
    const seen: string[][] = [];
    const answer = join(joinOf("a")).then(() => seen.push(sent()));
    void join(joinOf("b"));
    calls[0]?.answer();
    await settle();
    await answer;
    expect(seen).toEqual([["a", "b"]]);
  });

  it("sends no more at once than may go together", async () => {
    const { join, calls, sent } = setUp({ most: 2 });
    for (const name of ["a", "b", "c", "d"]) void join(joinOf(name));
    for (const n of [0, 1]) {
      calls[n]?.answer();
      await settle();
    }
    expect(sent()).toEqual(["a", "b c", "d"]);
  });

  it.each([
    ["address", { email: "b@example.com" }],
    ["bucket", { bucket: "waitlist:b" }],
    ["solution", { solution_hash: "b" }],
  ])("has a join wait for another one of the same %s", async (_, same) => {
    const { join, calls, sent } = setUp();
    for (const name of ["a", "b", "c", "d"]) void join({ ...joinOf(name), ...(name === "c" ? same : {}) });
    calls[0]?.answer();
    await settle();
    calls[1]?.answer();
    await settle();
    expect(calls.map(({ people }) => people.length)).toEqual([1, 2, 1]);
    expect(sent()[1]).toBe("b d");
  });

  it("sends joins of different limits apart, and those without a solution together", async () => {
    const { join, calls, sent } = setUp();
    for (const name of ["a", "b", "c"]) void join({ ...joinOf(name), ...(name === "c" ? { burst: 400 } : {}) });
    for (const name of ["d", "e"]) {
      const { solution_hash: _, ...join_ } = joinOf(name);
      void join(join_);
    }
    calls[0]?.answer();
    await settle();
    expect(sent()[1]).toBe("b d e");
  });

  it("makes the joins of a call that was refused one by one, while the next call is under way", async () => {
    const { join, calls, alone, sent } = setUp();
    const answers = ["a", "b", "poison", "d"].map((name) => join(joinOf(name)));
    calls[0]?.answer();
    await settle();
    const settled = Promise.allSettled([...answers, join(joinOf("e"))]);
    calls[1]?.fail(refused);
    await settle();
    expect(alone).toEqual(["b", "poison", "d"].map((name) => `join_waitlist ${name}@example.com`));
    expect(sent()).toEqual(["a", "b poison d", "e"]);
    calls[2]?.answer();
    expect(await settled).toMatchObject([
      { value: "a joined" },
      { value: "b@example.com at last" },
      { reason: { message: "poisoned" } },
      { value: "d@example.com at last" },
      { value: "e joined" },
    ]);
  });

  it("repeats no join that may have been made", async () => {
    const { join, calls, alone } = setUp();
    const answer = join(joinOf("a"));
    calls[0]?.fail(new Error("Connection terminated"));
    await expect(answer).rejects.toThrow("Connection terminated");
    expect(alone).toEqual([]);
  });

  it("gives a join up whose turn does not come in time, and never makes it", async () => {
    const { join, calls, sent } = setUp({ timeout: 20 });
    const [first, second] = ["a", "b"].map((name) => join(joinOf(name)));
    await expect(second).rejects.toThrow("No turn for a join within 20 ms.");
    calls[0]?.answer();
    expect(await first).toBe("a joined");
    await settle();
    expect(sent()).toEqual(["a"]);
  });
});
