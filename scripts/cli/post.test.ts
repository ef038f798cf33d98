import { createServer, type RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { createRetrying } from "./http.ts";
import { retryingPost } from "./post.ts";
import { listen } from "../../tests/support/listen.ts";

/** Posts "asked" to a server that answers so. */
async function posted(answer: RequestListener, timeout = 5000) {
  const server = createServer(answer);
  const port = await listen(server);
  onTestFinished(() => void server.close());
  const { signal } = new AbortController();
  const post = retryingPost(createRetrying({ retries: 0, timeout, signal, log: () => undefined }));
  return post(`http://127.0.0.1:${port}/`, { accept: "text/plain" }, "asked");
}

describe("post", () => {
  it("sends the text, and reads an answer of many pieces, compressed or not", async () => {
    const long = "äß".repeat(200_000);
    for (const zipped of [true, false]) {
      const { status, body } = await posted(async (request, response) => {
        let text = "";
        for await (const chunk of request) text += String(chunk);
        expect([request.method, text, request.headers["accept-encoding"]]).toEqual(["POST", "asked", "gzip"]);
        if (zipped) response.setHeader("content-encoding", "gzip");
        response.end(zipped ? gzipSync(long) : long);
      });
      expect([status, body.toString() === long]).toEqual([200, true]);
    }
  });

  it.each(["node:http", "fetch"])(
    "says of each address of a name why there was no connection, as %s does not",
    async (by) => {
      const { signal } = new AbortController();
      const retrying = createRetrying({ retries: 0, timeout: 5000, signal, log: () => undefined });
      const tried = new AggregateError([
        new Error("connect ETIMEDOUT 192.0.2.1:443"),
        new Error("connect ENETUNREACH ::1"),
      ]);
      const failed = retrying(() =>
        Promise.reject(by === "fetch" ? new TypeError("fetch failed", { cause: tried }) : tried),
      );
      await expect(failed).rejects.toThrow(/^connect ETIMEDOUT 192\.0\.2\.1:443; connect ENETUNREACH ::1$/u);
    },
  );

  it("says that there was no answer in time", async () => {
    await expect(posted(() => undefined, 50)).rejects.toThrow("no answer in time");
  });

  it("does not take half an answer for a whole one", async () => {
    await expect(
      posted((_, response) => {
        response.writeHead(200, { "content-length": 10 });
        response.write("half", () => response.destroy());
      }),
    ).rejects.toThrow("aborted");
  });
});
