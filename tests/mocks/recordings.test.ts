import { describe, expect, it, onTestFinished } from "vitest";
import { startBackend } from "../support/backend.ts";
import { startMockBackend, useMockServer } from "./mockBackend.ts";
import { createRecorder, type Service } from "./recording.ts";
import { recordings } from "./recordings.ts";

useMockServer();

/** Requests that no part of the product sends, and why the mock leaves them alone. */
const unanswered = [
  ["/auth/v1/factors", "POST"],
  ["/storage/v1/object/x", "GET"],
  ["/rest/v1/waitlist", "GET"],
  ["/rest/v1/rpc/join_waitlist", "POST"],
  ["/rest/v1/beta_applications", "PATCH"],
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
      unanswered.map(([path, method]) => `The mocked backend has no answer to ${method} ${path}. See docs/offline.md.`),
    );
  });
});
