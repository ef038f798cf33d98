import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { serve } from "./serve.ts";

// Fails on Node 26 with @hono/node-server 2.1.8; a form may be sent by a page that is closed at once.
it("reads a complete body whose sender has left", async () => {
  const bodies: string[] = [];
  let left = false;
  const server = await serve(
    async (request) => {
      await expect.poll(() => left).toBe(true);
      // Until the server has noticed it, too.
      await setTimeout(50);
      bodies.push(await request.text().catch(String));
      return new Response();
    },
    { port: 0, host: "127.0.0.1", proxies: 0 },
  );
  try {
    const socket = connect(server.port, "127.0.0.1");
    socket.setNoDelay().write("POST / HTTP/1.1\r\nHost: site.example\r\nContent-Length: 10\r\n\r\n");
    for (const piece of ["01234", "56789"]) {
      // In packets of their own.
      await setTimeout(50);
      socket.write(piece);
    }
    await setTimeout(50);
    socket.destroy();
    left = true;
    await expect.poll(() => bodies).toEqual(["0123456789"]);
  } finally {
    await server.close();
  }
});

/** Sends a request, resets its connection before the answer, and then makes a file. */
const resetting = `
  const [port, file] = process.argv.slice(1);
  const socket = require("node:net").connect(Number(port), "127.0.0.1", () =>
    socket.write("GET / HTTP/1.1\\r\\nHost: site.example\\r\\n\\r\\n", () => {
      socket.resetAndDestroy();
      require("node:fs").writeFileSync(file, "");
    }));`;

// Otherwise a client could choose to be unknown, whose rate limits are wider (docs/decisions/0071).
it("answers nobody whose address cannot be known, as the connection was reset before it was accepted", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keelbook-serve-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const addresses: unknown[] = [];
  const server = await serve((_, address) => new Response(String(addresses.push(address))), {
    port: 0,
    host: "127.0.0.1",
  });
  onTestFinished(() => server.close());
  const file = join(folder, "reset");
  const gone = once(spawn(process.execPath, ["-e", resetting, String(server.port), file]), "close");
  // Stops this thread meanwhile, so that nothing is accepted.
  const never = new Int32Array(new SharedArrayBuffer(4));
  for (let n = 0; n < 1000 && !existsSync(file); n++) Atomics.wait(never, 0, 0, 10);
  await gone;
  // Accepted after the other one.
  await fetch(server.url);
  expect(addresses).toEqual(["127.0.0.1"]);
});
