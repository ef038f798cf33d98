import { beforeEach, describe, expect, it } from "vitest";
import * as v from "valibot";
import type { Backend } from "../../support/backend.ts";
import { anybody, type ContractContext, expectProblem, join, post } from "../context.ts";

const person = v.object({ token: v.string(), shareCode: v.string(), answered: v.optional(v.array(v.string())) });

/** Tests what comes after a join (answers to questions, friends) and the visits before it. */
export function describeGrowth(context: ContractContext) {
  const { backend } = context;
  beforeEach(() => backend().tables.empty());
  const joined = async (more: object = {}, email = anybody()) =>
    v.parse(person, await (await join(backend(), email, more)).json());
  const rowOf = async (email: string) => (await backend().tables.waitlist()).find((row) => row.email === email);

  describe("POST /answers", () => {
    const answer = (on: Backend, token: string, answers: unknown) => post(on, "/answers", { token, answers });

    it("adds to what a person has answered, by the token of the join or of the confirmation", async () => {
      const email = anybody();
      const { token } = await joined({}, email);
      for (const given of [{ invoicing: "app" }, { time: "taxes", invoicing: "documents" }])
        expect((await answer(backend(), token, given)).status).toBe(204);
      await backend().tables.addMailLink("a-link", { purpose: "confirm", email });
      const confirmed = v.parse(person, await (await post(backend(), "/confirm", { token: "a-link" })).json());
      expect(confirmed.answered?.toSorted()).toEqual(["invoicing", "time"]);
      expect((await answer(backend(), confirmed.token, { invoices: "21+" })).status).toBe(204);
      expect(await rowOf(email)).toMatchObject({
        answers: { invoicing: "documents", time: "taxes", invoices: "21+" },
        share_code: confirmed.shareCode,
      });
    });

    it.each([
      [{ invoices: "many" }, "answers.invoices"],
      [{ invoices: ["21+"] }, "answers.invoices"],
      [{ toString: "x" }, "answers.toString"],
      [{}, "answers"],
    ])("refuses %j, and names %s", async (answers, field) => {
      const { token } = await joined();
      const refused = await expectProblem(await answer(backend(), token, answers), "invalid");
      expect(refused).toHaveProperty(["errors", field]);
    });

    it("takes no other token, and none of who is no longer on the list", async () => {
      const email = anybody();
      const { token } = await joined({}, email);
      for (const wrong of ["", "x", token.replace(/\d(?=\.[^.]*$)/u, (digit) => String((Number(digit) + 1) % 10))])
        await expectProblem(await answer(backend(), wrong, { time: "taxes" }), "token_spent_or_unknown");
      await backend().tables.empty();
      await expectProblem(await answer(backend(), token, { time: "taxes" }), "token_spent_or_unknown");
    });

    it("shows and changes nothing of somebody who left to who joins with their address, until it is confirmed", async () => {
      const email = anybody();
      const first = await joined({}, email);
      expect((await answer(backend(), first.token, { time: "taxes" })).status).toBe(204);
      await backend().tables.addMailLink("leaves", { purpose: "unsubscribe", email });
      expect((await post(backend(), "/unsubscribe", { token: "leaves" })).status).toBe(204);
      expect(await (await join(backend(), email)).json()).toEqual({ code: "joined" });
      const old = { answers: { time: "taxes" }, share_code: first.shareCode };
      expect(await rowOf(email)).toMatchObject(old);
      await backend().tables.addMailLink("confirms", { purpose: "confirm", email });
      const confirmed = v.parse(person, await (await post(backend(), "/confirm", { token: "confirms" })).json());
      expect(confirmed).toMatchObject({ shareCode: first.shareCode, answered: ["time"] });
    });

    it("is limited for each client", async () => {
      const other = await context.fresh({ rateLimit: { burst: 1, secondsPerRequest: 900 } });
      for (let n = 0; n < 5; n++)
        await expectProblem(await answer(other, "x", { time: "taxes" }), "token_spent_or_unknown");
      await expectProblem(await answer(other, "x", { time: "taxes" }), "rate_limited");
    });
  });

  describe("a friend's link", () => {
    it("names who sent a person, however it is written, and keeps nobody from joining", async () => {
      const sender = await joined();
      const written = `${sender.shareCode.slice(0, 4)}-${sender.shareCode.slice(4).toLowerCase()}`.replaceAll("0", "o");
      for (const [via, referred_by] of [
        [written, sender.shareCode],
        ["ZZZZZZZZ", null],
        ["no code at all", null],
      ] as const) {
        const email = anybody();
        await joined({ via, source: "newsletter" }, email);
        expect(await rowOf(email)).toMatchObject({ referred_by, source: "newsletter", sender_credit: null });
      }
    });
  });

  describe("POST /visits", () => {
    const visit = (on: Backend, body: unknown) => post(on, "/visits", body, { "content-type": "text/plain" });

    it("counts by source, whatever the type of the body, up to a limit for each client", async () => {
      const other = await context.fresh({ rateLimit: { burst: 1, secondsPerRequest: 900 } });
      expect((await post(other, "/visits", { source: "may" })).status).toBe(204);
      for (const body of [{ source: "May" }, {}, { source: "ada@example.com" }])
        expect((await visit(other, body)).status).toBe(204);
      expect(await other.tables.visits()).toEqual({ may: 2, "": 2 });
      expect(await expectProblem(await visit(other, { source: 5 }), "invalid")).toHaveProperty("errors.source");
      await expectProblem(await visit(other, "{"), "malformed");
      for (let n = 0; n < 6; n++) await visit(other, {});
      await expectProblem(await visit(other, {}), "rate_limited");
      // The default is 450 s, which allows 192 visits a day.
      expect(Number((await visit(other, {})).headers.get("retry-after"))).toBeGreaterThan(15 * 890);
    });

    it("takes few new sources from one client, whose other visits then have none", async () => {
      const other = await context.fresh({ rateLimit: { burst: 6, secondsPerRequest: 30 } });
      for (const source of ["a", "b", "c", "d", "e", "a", "c"])
        expect((await visit(other, { source })).status).toBe(204);
      expect(await other.tables.visits()).toEqual({ a: 2, b: 1, c: 2, "": 2 });
    });

    it.each(["https://other.example", "null", undefined])("refuses pages of the origin %s", async (origin) => {
      const headers = { "content-type": "text/plain", ...(origin === undefined ? {} : { origin }) };
      const answer = await backend().request("/visits", { method: "POST", headers, body: "{}" });
      await expectProblem(answer, "foreign_origin");
      expect(await backend().tables.visits()).toEqual({});
    });
  });
}
