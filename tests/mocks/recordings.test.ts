import { describe, expect, it, onTestFinished } from "vitest";
import { startBackend } from "../support/backend.ts";
import { startMockBackend, useMockServer } from "./mockBackend.ts";
import { createRecorder, type Service } from "./recording.ts";
import { recordings } from "./recordings.ts";

useMockServer();

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
    await expect(mock.service("/auth/v1/factors", { method: "POST" })).rejects.toThrow("Failed to fetch");
    await expect(mock.service("/storage/v1/object/x", {})).rejects.toThrow("Failed to fetch");
    expect(mock.unhandled.map(({ message }) => message)).toEqual([
      "The mocked backend has no answer to POST /auth/v1/factors. See docs/offline.md.",
      "The mocked backend has no answer to GET /storage/v1/object/x. See docs/offline.md.",
    ]);
  });
});
