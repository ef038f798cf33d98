import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { serve } from "./serve.ts";

/** Opens sixty connections, makes a file when they are, sends a request on each, and prints how many whole answers came. */
const client = `
  const net = require("node:net");
  const [port, pause, file] = process.argv.slice(1);
  let [connected, open, whole, closing] = [0, 60, 0, 0];
  for (let n = 0; n < 60; n++) {
    const socket = net.connect(Number(port), "127.0.0.1");
    let text = "";
    socket.on("connect", () => {
      const send = () => socket.write("GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n");
      if (pause === "0") send();
      else setTimeout(send, Number(pause));
      if (++connected === 60) require("node:fs").writeFileSync(file, "");
    });
    socket.on("data", (chunk) => (text += chunk));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      if (text.endsWith("answered")) whole++;
      if (/connection: close/i.test(text)) closing++;
      if (--open === 0) process.stdout.write(JSON.stringify({ whole, closing }));
    });
  }`;

/** Stops this thread, so that nothing is accepted: who connects waits in the kernel. */
function blockUntil(file: string): void {
  const never = new Int32Array(new SharedArrayBuffer(4));
  for (let n = 0; n < 1000 && !existsSync(file); n++) Atomics.wait(never, 0, 0, 10);
}

describe("a server that stops", () => {
  it.each([
    ["that wait in the kernel's queue with their request", 0],
    ["whose request comes a little later", 150],
  ])("answers sixty connections %s", async (_, pause) => {
    const folder = await mkdtemp(join(tmpdir(), "keelbook-drain-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, "connected");
    const server = await serve(
      async () => {
        await sleep(20);
        return new Response("answered");
      },
      { port: 0, host: "127.0.0.1" },
    );
    const visitors = spawn(process.execPath, ["-e", client, String(server.port), String(pause), file]);
    let said = "";
    visitors.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
    // Listened for from the start: the client may be gone before the server has closed.
    const gone = once(visitors, "close");
    blockUntil(file);
    await server.close();
    await gone;
    expect(JSON.parse(said)).toEqual({ whole: 60, closing: 60 });
  });

  /** A server that is asked something, and then told to stop, as soon as it is asked or its answer has `begun`. */
  async function stopWhileAnswering(answer: () => Promise<Response>, { begun = false } = {}) {
    let ask = (): void => undefined;
    const asked = new Promise<void>((resolve) => (ask = resolve));
    const server = await serve(
      () => {
        ask();
        return answer();
      },
      { port: 0, host: "127.0.0.1" },
    );
    const socket = connect(server.port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await (begun ? once(socket, "readable") : asked);
    return { socket, closed: server.close() };
  }

  /** Lets `seconds` pass on the clock by which it waits, and lets it look at it. */
  async function pass(seconds: number): Promise<void> {
    const later = performance.now() + seconds * 1000;
    vi.spyOn(performance, "now").mockReturnValue(later);
    onTestFinished(() => void vi.restoreAllMocks());
    await sleep(60);
  }

  it("waits for an answer that takes seconds, after which the connection takes no other request", async () => {
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const { socket, closed } = await stopWhileAnswering(() => finished.then(() => new Response("answered")));
    await pass(9);
    finish();
    const said = await text(socket);
    expect(said).toMatch(/^HTTP\/1\.1 200 [^]+answered$/u);
    expect(said).toMatch(/^connection: close\r$/imu);
    await closed;
  });

  it("does not wait for ever for somebody who does not read the answer", async () => {
    const { closed } = await stopWhileAnswering(async () => new Response(new Uint8Array(2 ** 24)), { begun: true });
    await pass(11);
    await expect(closed).resolves.toBeUndefined();
  });

  it("ends connections that are kept alive, and refuses new ones", async () => {
    const server = await serve(() => new Response("answered"), { port: 0, host: "127.0.0.1" });
    expect(await (await fetch(`http://127.0.0.1:${server.port}`)).text()).toBe("answered");
    await Promise.all([server.close(), server.close()]);
    await expect(fetch(`http://127.0.0.1:${server.port}`)).rejects.toThrow("fetch failed");
  });
});
