import { describe, expect, it, onTestFinished } from "vitest";
import { embeddedPublishableKey } from "../../server/contract/embedded.ts";
import { startBackend } from "../support/backend.ts";
import { testKeys } from "../support/postgres.setup.ts";
import { mailedToken } from "../support/users.ts";
import { startMockBackend, useMockServer } from "./mockBackend.ts";
import { type Answer, type Recording, recordings, type Visitor } from "./recordings.ts";

useMockServer();

const compared = ["content-type", "content-range", "x-sb-error-code", "sb-error-code", "retry-after", "cache-control"];

/** Patterns of values that differ in every run. */
const volatile: [RegExp, string][] = [
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/gu, "<jwt>"],
  [/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gu, "<uuid>"],
  [/\d{4}-\d\d-\d\d[T ][\d:.]+\+00(?::00)?/gu, "<time>"],
  [/(?<=retry-after: |"expires_at":)\d+/gu, "0"],
];

type Recorded = Pick<Awaited<ReturnType<typeof startMockBackend>>, "service" | "tables" | "jwtSecret"> & {
  mails: Parameters<typeof mailedToken>[0];
};

/** Plays a recording to a backend and returns every answer, with volatile values masked. */
async function record({ service, mails, ...backend }: Recorded, play: Recording): Promise<unknown[]> {
  const answers: unknown[] = [];
  const send: Visitor["send"] = async (call, body, as, apikey = embeddedPublishableKey) => {
    const [method = "", path = ""] = call.split(" ");
    const response = await service(path.replace(/^(?!\/)/u, "/auth/v1/"), {
      method,
      headers: { apikey, "content-type": "application/json", ...(as && { authorization: `Bearer ${as}` }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer: Answer = text === "" ? {} : JSON.parse(text);
    const headers = compared.map((name) => `${name}: ${response.headers.get(name) ?? "-"}`);
    const written = JSON.stringify([response.status, headers, text && answer]);
    answers.push([call, JSON.parse(volatile.reduce((all, [pattern, mask]) => all.replaceAll(pattern, mask), written))]);
    return answer;
  };
  const result = await play({ ...backend, send, mailed: (to) => mailedToken(mails, to) });
  return [...answers, result];
}

/** Sends the same requests to the real stack and to the mock, and compares every answer. */
describe("the mock answers like the embedded stack", () => {
  it.each(Object.entries(recordings))("%s", async (_, play) => {
    const real = await startBackend();
    onTestFinished(() => real.stop());
    const mock = await startMockBackend();
    expect(await record(mock, play)).toEqual(await record({ ...real, jwtSecret: testKeys.jwtSecret }, play));
    expect(mock.unhandled).toEqual([]);
  });

  it.each([
    "POST /auth/v1/factors",
    "GET /auth/v1/authorize?provider=github",
    "GET /rest/v1/beta_applications?select=reason&order=created_at.desc",
    "GET /rest/v1/beta_applications?select=status&order=status",
    "GET /storage/v1/object/x",
  ])("says so when it has no answer, and gives none: %s", async (call) => {
    const mock = await startMockBackend();
    const [method = "", path = ""] = call.split(" ");
    const sent = mock.service(path, {
      method,
      headers: { apikey: embeddedPublishableKey, "content-type": "application/json" },
      ...(method === "POST" ? { body: "{}" } : {}),
    });
    await expect(sent).rejects.toThrow("Failed to fetch");
    expect(mock.unhandled).toEqual([`The mocked backend has no answer to ${call}. See docs/offline.md.`]);
  });
});
