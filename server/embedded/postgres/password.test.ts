import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { localAddress, socketNumber } from "./address.ts";
import { knowsPassword } from "./password.ts";

/** A message of PostgreSQL: its type, its length and its content (PostgreSQL's manual, Message Formats). */
function message(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, content]);
}

it.skipIf(process.platform === "win32")(
  "a server that ends as soon as it has accepted a password ends nothing else",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "keelbook-password-"));
    const accepted = message("R", Buffer.alloc(4));
    const ready = message("Z", Buffer.from("I"));
    const ends = message("E", Buffer.from("SFATAL\0C57P01\0Mterminating connection\0\0"));
    const server = createServer((socket) => {
      socket.on("error", () => undefined).once("data", () => socket.end(Buffer.concat([accepted, ready, ends])));
    }).listen(join(folder, `.s.PGSQL.${socketNumber}`));
    await once(server, "listening");
    try {
      expect(await knowsPassword(localAddress(folder, socketNumber, "secret", "postgres"))).toBe(true);
    } finally {
      server.close();
      await rm(folder, { recursive: true });
    }
  },
);
