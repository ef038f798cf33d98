import { on } from "node:events";
import { connect } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { serve } from "./serve.ts";

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** Serves slowly; counts the requests that are being answered. */
async function startSlow() {
  const seen = { now: 0, most: 0, all: 0 };
  const server = await serve(
    async (asked) => {
      seen.all++;
      seen.most = Math.max(seen.most, ++seen.now);
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
      seen.now--;
      return new Response(`${new URL(asked.url).pathname}\n`);
    },
    { port: 0, host: "127.0.0.1" },
  );
  onTestFinished(() => server.close());
  /** Sends a text in one piece; returns what was answered until the connection ended, or until `enough`. */
  const send = (text: string, enough: (answer: string) => boolean = () => false) =>
    new Promise<string>((resolve) => {
      let answer = "";
      const socket = connect(server.port, "127.0.0.1", () => socket.write(text));
      socket.setEncoding("utf8").on("data", (part: string) => {
        answer += part;
        if (enough(answer)) socket.destroy();
      });
      socket.on("error", () => undefined).on("close", () => resolve(answer));
    });
  /** Sends requests over one connection, each after the answer to the one before; returns how many were answered. */
  const ask = async (paths: string[]): Promise<number> => {
    let answered = 0;
    const socket = connect(server.port, "127.0.0.1").setEncoding("utf8");
    for (const path of paths) {
      socket.write(request(path));
      for await (const part of on(socket, "data")) if (String(part).endsWith(`${path}\n`)) break;
      answered++;
    }
    socket.destroy();
    return answered;
  };
  return { seen, send, ask };
}

it("ends a connection that sends thousands of requests at once, and begins few of them", async () => {
  const { seen, send } = await startSlow();
  await send(request("/").repeat(2000));
  expect(seen.most).toBeLessThanOrEqual(10);
  expect(seen.all).toBeLessThanOrEqual(10);
});

it("answers a few requests that a client sends at once, in their order", async () => {
  const { send } = await startSlow();
  const answer = await send(["/a", "/b", "/c"].map(request).join(""), (text) => text.includes("/c\n"));
  expect(answer.match(/^\/\w$/gmu)).toEqual(["/a", "/b", "/c"]);
});

it("answers any number of requests that come one after the other", async () => {
  const { seen, ask } = await startSlow();
  const answers = await ask(Array.from({ length: 15 }, (_, n) => `/${n}`));
  expect(answers).toBe(15);
  expect(seen).toMatchObject({ most: 1, all: 15 });
});
