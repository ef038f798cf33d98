import { beforeEach, describe, expect, it } from "vitest";
import { type Backend, siteOrigin } from "../../support/backend.ts";
import { type ContractContext, expectProblem, post } from "../context.ts";

/** Tests `POST /confirm` and `POST /unsubscribe` of the HTTP contract, which the links of mails call. */
export function describeMailLinks(context: ContractContext) {
  describe("the links of mails", () => {
    let nth = 0;
    /** Puts a person on the waitlist and makes both of their links valid. */
    async function listed(backend: Backend, email = "ada@example.com") {
      const tokens = { confirm: `confirm-${++nth}`, unsubscribe: `unsubscribe-${nth}` };
      await backend.tables.addToWaitlist([{ email }]);
      for (const purpose of ["confirm", "unsubscribe"] as const)
        await backend.tables.addMailLink(tokens[purpose], { purpose, email });
      return tokens;
    }
    const follow = (backend: Backend, path: string, token: string) => post(backend, path, { token });
    const oneClick = (
      backend: Backend,
      token: string,
      body: BodyInit = new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    ) => backend.request(`/unsubscribe?token=${token}`, { method: "POST", body });

    beforeEach(() => context.backend().tables.empty());

    it("confirm an address and unsubscribe it, also when used twice, each for its own purpose", async () => {
      const backend = context.backend();
      const { confirm, unsubscribe } = await listed(backend);
      await expectProblem(await follow(backend, "/confirm", unsubscribe), "token_spent_or_unknown");
      await expectProblem(await follow(backend, "/unsubscribe", confirm), "token_spent_or_unknown");
      await expectProblem(await oneClick(backend, confirm), "token_spent_or_unknown");
      await expectProblem(await backend.request("/confirm"), "method_not_allowed");
      expect(await backend.tables.waitlist()).toMatchObject([{ confirmed_at: null, unsubscribed_at: null }]);
      for (let n = 0; n < 2; n++) expect((await follow(backend, "/confirm", confirm)).status).toBe(200);
      expect(await backend.tables.waitlist()).toMatchObject([
        { confirmed_at: expect.any(String), unsubscribed_at: null },
      ]);
      for (let n = 0; n < 2; n++) expect((await follow(backend, "/unsubscribe", unsubscribe)).status).toBe(204);
      expect((await oneClick(backend, unsubscribe)).status).toBe(204);
      expect(await backend.tables.waitlist()).toMatchObject([{ unsubscribed_at: expect.any(String) }]);
      await expectProblem(await follow(backend, "/confirm", confirm), "token_spent_or_unknown");
    });

    it("unsubscribe with any POST of a mail program, whatever is in it or behind the link", async () => {
      const backend = context.backend();
      const form = new FormData();
      form.set("List-Unsubscribe", "One-Click");
      const bodies: [behind: string, body: BodyInit][] = [
        ["", form],
        ["", ""],
        ["", "list-unsubscribe=one-click"],
        ["", new Blob(["{"], { type: "application/json" })],
        ["", new Blob(["<x/>"], { type: "text/xml" })],
        ["&utm_source=mail&mc_eid=1", "List-Unsubscribe=One-Click"],
        ["?utm_source=mail", new Blob(["List-Unsubscribe=One-Click\r\n"])],
        ["%20", "x".repeat(20_000)],
      ];
      for (const [n, [behind, body]] of bodies.entries()) {
        const { unsubscribe } = await listed(backend, `p${n}@example.com`);
        const { status } = await oneClick(backend, unsubscribe + behind, body);
        expect([behind, body, status]).toEqual([behind, body, 204]);
        await expectProblem(await oneClick(backend, "unknown", body), "token_spent_or_unknown");
      }
      expect((await backend.tables.waitlist()).filter((row) => row.unsubscribed_at === null)).toEqual([]);
      await expectProblem(await backend.request("/unsubscribe", { method: "POST" }), "malformed");
      await expectProblem(await oneClick(backend, "", "{}"), "invalid");
    });

    it("lead to the page that asks, in mail programs that open the address of List-Unsubscribe", async () => {
      const backend = context.backend();
      const { unsubscribe } = await listed(backend);
      for (const [query, fragment, method] of [
        [`?token=${unsubscribe}`, unsubscribe, "GET"],
        [`?token=${unsubscribe}`, unsubscribe, "HEAD"],
        ["?token=a%0d%0ab%23%3C%2F", "a%0D%0Ab%23%3C%2F", "GET"],
        // The page says that a part of the link is missing.
        ["", "", "GET"],
      ] as const) {
        const answer = await backend.request(`/unsubscribe${query}`, { method, redirect: "manual" });
        expect([answer.status, answer.headers.get("cache-control")]).toEqual([303, "no-store"]);
        expect(answer.headers.get("location")).toBe(`${siteOrigin}/#unsubscribe=${fragment}`);
      }
      expect(await backend.tables.waitlist()).toMatchObject([{ unsubscribed_at: null }]);
    });

    it("are rate limited when unknown, and always work when valid", async () => {
      const backend = await context.fresh({ rateLimit: { burst: 3, secondsPerRequest: 900 } });
      const { confirm, unsubscribe } = await listed(backend);
      for (const [path, token] of [
        ["/confirm", "guess-1"],
        ["/unsubscribe", "guess-2"],
        ["/unsubscribe", "guess-3"],
      ] as const)
        await expectProblem(await follow(backend, path, token), "token_spent_or_unknown");
      for (const answer of [await follow(backend, "/confirm", "guess-4"), await oneClick(backend, "guess-5")]) {
        await expectProblem(answer, "rate_limited");
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      }
      expect((await follow(backend, "/confirm", confirm)).status).toBe(200);
      // A mail provider sends the requests of all its users from a few addresses.
      for (let n = 0; n < 5; n++) expect((await oneClick(backend, unsubscribe)).status).toBe(204);
    });
  });
}
