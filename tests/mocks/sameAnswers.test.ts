import { createHmac } from "node:crypto";
import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import { createMockBackend } from "../../server/mocks/backend.ts";
import { people, peoplesPassword, seededState, sessionOf } from "../../server/mocks/people.ts";
import { siteOrigin, startBackend } from "../support/backend.ts";
import {
  application,
  ask,
  beginVisit,
  calls,
  inShort,
  otherCalls,
  type Service,
  type Visitor,
} from "../support/authCalls.ts";
import { answerOf } from "../hosted/differences.ts";
import { testKeys } from "../support/postgres.setup.ts";

/** Headers of HTTP, and headers by which a log of the auth service finds a session. */
const unread = /^(?:date|connection|keep-alive|content-length|transfer-encoding|sb-auth-.*)$/u;

/** The members of a user that the page reads; the mocked user has little more. */
const user = v.object({
  email: v.string(),
  aud: v.string(),
  role: v.string(),
  user_metadata: v.object({ name: v.optional(v.string()) }),
});

/** Everything by which a page can tell answers apart, except ids, times and tokens (docs/offline.md). */
async function tellOf(answer: Response) {
  const headers = [...answer.headers].filter(([header]) => !unread.test(header));
  const text = (await answer.text())
    .replaceAll(/"(access_token|refresh_token|id|user_id|identity_id)":"[^"]+"/gu, '"$1":"…"')
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)"/gu, '"a time"')
    .replaceAll(/"expires_(at|in)":\d+/gu, '"expires_$1":0');
  const { weak_password: _, ...body } = Object(
    text && JSON.parse(text, (_key, value) => (v.is(user, value) ? v.parse(user, value) : value)),
  );
  return { status: answer.status, headers: Object.fromEntries(headers), body };
}

/** A token with other claims, signed by the embedded backend's secret. */
function signed(token: string, claims: object): string {
  const [header = "", body = ""] = token.split(".");
  const own: object = JSON.parse(Buffer.from(body, "base64url").toString());
  const content = `${header}.${Buffer.from(JSON.stringify({ ...own, ...claims })).toString("base64url")}`;
  return `${content}.${createHmac("sha256", testKeys.jwtSecret).update(content).digest("base64url")}`;
}

describe("the mocked services answer like the embedded, and those like hosted ones but where a list says so", () => {
  let letTimePass: () => Promise<void>;
  const all: Partial<Record<"embedded" | "mocked", { service: Service; visitor: Visitor }>> = {};

  beforeAll(async () => {
    const backend = await startBackend();
    const { service } = backend;
    await backend.supabase.from("beta_applications").insert(application);
    all.embedded = { service, visitor: await beginVisit(backend, (token) => signed(token, { exp: 1 })) };
    // The contract suite tests the limits.
    ({ letTimePass } = backend.tables);
    await letTimePass();
    const mocked = createMockBackend({ state: seededState(), siteUrl: siteOrigin, onUnhandled: () => undefined });
    const [now, over, late] = [{}, { revoked: true }, { life: -60 }].map((more) =>
      sessionOf({ of: people.pending, ...more }),
    );
    all.mocked = {
      service: (path, init) => mocked.fetch(new Request(new URL(path, siteOrigin), init)),
      visitor: {
        password: peoplesPassword,
        access: now?.access_token ?? "",
        refresh: now?.refresh_token ?? "",
        expired: late?.access_token ?? "",
        ended: { access: over?.access_token ?? "", refresh: over?.refresh_token ?? "" },
      },
    };
    return () => backend.stop();
  });

  it.each(otherCalls)("%s, which only the embedded stack is asked", async (...call) => {
    const { embedded } = all;
    if (!embedded) throw new Error("Not started.");
    expect(await inShort(await ask(embedded.service, embedded.visitor, call))).toBe(answerOf(call[0], "embedded"));
    await letTimePass();
  });

  it.each(calls)("%s", async (...call) => {
    const { embedded, mocked } = all;
    if (!embedded || !mocked) throw new Error("Not started.");
    const answer = await ask(embedded.service, embedded.visitor, call);
    expect(await inShort(answer.clone())).toBe(answerOf(call[0], "embedded"));
    const expected = await tellOf(answer);
    expect(await tellOf(await ask(mocked.service, mocked.visitor, call))).toEqual(expected);
  });
});
