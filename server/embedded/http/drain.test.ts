import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
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

  it("ends connections that are kept alive, and refuses new ones", async () => {
    const server = await serve(() => new Response("answered"), { port: 0, host: "127.0.0.1" });
    expect(await (await fetch(`http://127.0.0.1:${server.port}`)).text()).toBe("answered");
    const began = performance.now();
    await Promise.all([server.close(), server.close()]);
    expect(performance.now() - began).toBeLessThan(1500);
    await expect(fetch(`http://127.0.0.1:${server.port}`)).rejects.toThrow("fetch failed");
  });
});
