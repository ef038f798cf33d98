import { describe, expect, it, onTestFinished } from "vitest";
import { startBackend } from "../support/backend.ts";
import { startMockBackend, useMockServer } from "./mockBackend.ts";
import { createRecorder, type Service } from "./recording.ts";
import { recordings } from "./recordings.ts";

useMockServer();

/** Requests that no part of the product sends, and why the mock leaves them alone. */
const unanswered = [
  ["/auth/v1/factors", "POST", ""],
  ["/storage/v1/object/x", "GET", ""],
  ["/rest/v1/rpc/schema_report", "POST", ""],
  ["/rest/v1/rpc/stats_report", "POST", ""],
  ["/rest/v1/rpc/spend_captcha", "POST", " (the arguments {})"],
  ["/rest/v1/waitlist?email=like.x", "GET", " (the filter email=like.x)"],
  ["/rest/v1/waitlist?or=(email.eq.x", "GET", " (the conditions email.eq.x)"],
  ["/rest/v1/waitlist?or=(email.eq.x)&or=(email.eq.y)", "GET", " (two of or)"],
  ["/rest/v1/waitlist?id=gt.nonsense", "GET", ' ("nonsense" as uuid)'],
  ["/rest/v1/waitlist?created_at=gt.yesterday", "GET", ' ("yesterday" as timestamptz)'],
  ["/rest/v1/waitlist?order=email.desc.nullslast", "GET", " (the order email.desc.nullslast)"],
  ["/rest/v1/waitlist?select=email::text", "GET", " (the column email::text)"],
  ["/rest/v1/waitlist?limit=-1", "GET", " (limit=-1)"],
  ["/rest/v1/waitlist", "POST", " (a row without columns)"],
] as const;

/** A mock that cannot lie: the same requests to the real stack and to the mock, answer by answer. */
describe("the mock answers like the embedded stack", () => {
  it.each(Object.entries(recordings))("%s", async (_, play) => {
    const record = async (backend: Service) => {
      const recorder = createRecorder(backend);
      await play(recorder);
      return recorder.lines;
    };
    const real = await startBackend();
    onTestFinished(() => real.stop());
    const mock = await startMockBackend();
    expect(await record(mock)).toEqual(await record(real));
    expect(mock.unhandled).toEqual([]);
  });

  it("says so when it has no answer, and gives none", async () => {
    const mock = await startMockBackend();
    for (const [path, method] of unanswered)
      await expect(
        mock.service(path, {
          method,
          ...(method === "POST" ? { body: "{}" } : {}),
          headers: { apikey: mock.secretKey },
        }),
      ).rejects.toThrow("Failed to fetch");
    expect(mock.unhandled.map(({ message }) => message)).toEqual(
      unanswered.map(
        ([path, method, reason]) =>
          `The mocked backend has no answer to ${method} ${path}${reason}. See docs/offline.md.`,
      ),
    );
  });
});
