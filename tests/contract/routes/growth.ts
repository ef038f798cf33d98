import { beforeEach, describe, expect, it } from "vitest";
import * as v from "valibot";
import { splitPlaceLink } from "../../../server/contract/shareCode.ts";
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

    it("takes no other token, and none of a person who is no longer on the list", async () => {
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

  describe("POST /place", () => {
    /** Puts people on the list who confirmed one after the other, with a link to each one's place, and returns the links. */
    async function listed(on: Backend, ...friends: number[]): Promise<string[]> {
      const people = friends.map((count, n) => ({
        email: anybody(),
        created_at: new Date(Date.UTC(2026, 4, 4, 0, n)).toISOString(),
        confirmed_at: "2026-05-05T00:00:00Z",
        friends: count,
      }));
      await on.tables.addToWaitlist(people);
      for (const { email } of people) await on.tables.addMailLink(`place-${email}`, { purpose: "place", email });
      return people.map(({ email }) => `place-${email}`);
    }
    const see = (on: Backend, token: string) => post(on, "/place", { token });
    const placesOf = async (on: Backend, links: string[]) => {
      const seen = await Promise.all(links.map(async (link) => (await see(on, link)).json()));
      return seen.map((answer) => v.parse(v.object({ place: v.optional(v.number()) }), answer).place);
    };

    it("says who is before a person: those who referred more, then those who joined before", async () => {
      const links = await listed(backend(), 0, 2, 0, 1, 2, 0);
      expect(await placesOf(backend(), links)).toEqual([4, 1, 5, 3, 2, 6]);
      const [first = ""] = links;
      const left = first.replace("place-", "");
      await backend().tables.addMailLink("leaves", { purpose: "unsubscribe", email: left });
      expect((await post(backend(), "/unsubscribe", { token: "leaves" })).status).toBe(204);
      expect(await placesOf(backend(), links.slice(1))).toEqual([1, 4, 3, 2, 5]);
      await expectProblem(await see(backend(), first), "token_spent_or_unknown");
    });

    it("shows a browser that confirmed the place, also after confirming twice, and nobody who has not", async () => {
      await listed(backend(), 0, 0);
      const email = anybody();
      await join(backend(), email);
      await backend().tables.addMailLink("a-link", { purpose: "place", email });
      expect(await (await see(backend(), "a-link")).json()).toEqual({
        code: "listed",
        friends: 0,
        shareCode: (await rowOf(email))?.share_code,
        confirmed: false,
      });
      await backend().tables.addMailLink("confirms", { purpose: "confirm", email });
      const links = [];
      for (let n = 0; n < 2; n++) {
        const answer = await (await post(backend(), "/confirm", { token: "confirms" })).json();
        links.push(v.parse(v.object({ placeLink: v.string() }), answer).placeLink);
      }
      expect(new Set(links).size).toBe(1);
      const { place, unsubscribe } = splitPlaceLink(links[0] ?? "");
      expect(await (await see(backend(), place)).json()).toMatchObject({ place: 3, confirmed: true });
      // Each token is for its own purpose.
      for (const [path, token] of [
        ["/place", unsubscribe],
        ["/place", "confirms"],
        ["/unsubscribe", place],
        ["/confirm", place],
        ["/erase", place],
        ["/erase", "unknown"],
      ] as const)
        await expectProblem(await post(backend(), path, { token }), "token_spent_or_unknown");
      expect(await rowOf(email)).toMatchObject({ unsubscribed_at: null });
      expect((await post(backend(), "/unsubscribe", { token: unsubscribe })).status).toBe(204);
      await expectProblem(await see(backend(), place), "token_spent_or_unknown");
    });

    it("erases who asks for it, and knows them no more", async () => {
      const email = anybody();
      await join(backend(), email);
      await backend().tables.addMailLink("confirms", { purpose: "confirm", email });
      const answer = await (await post(backend(), "/confirm", { token: "confirms" })).json();
      const { place, unsubscribe } = splitPlaceLink(v.parse(v.object({ placeLink: v.string() }), answer).placeLink);
      expect((await backend().request("/erase")).status).toBe(405);
      expect((await post(backend(), "/erase", { token: unsubscribe })).status).toBe(204);
      expect(await rowOf(email)).toBeUndefined();
      for (const [path, token] of [
        ["/erase", unsubscribe],
        ["/place", place],
      ] as const)
        await expectProblem(await post(backend(), path, { token }), "token_spent_or_unknown");
    });

    it("has no number while fewer people may be mailed than the operator set", async () => {
      const other = await context.fresh({ placeFrom: 3 });
      await other.tables.empty();
      const links = await listed(other, 1, 0);
      expect(await placesOf(other, links)).toEqual([undefined, undefined]);
      expect(await placesOf(other, [...links, ...(await listed(other, 2))])).toEqual([2, 3, 1]);
    });

    it("is limited for each client", async () => {
      const other = await context.fresh({ rateLimit: { burst: 1, secondsPerRequest: 900 } });
      for (let n = 0; n < 20; n++) await expectProblem(await see(other, "x"), "token_spent_or_unknown");
      await expectProblem(await see(other, "x"), "rate_limited");
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
