import { once } from "node:events";
import { createServer } from "node:net";
import { listen } from "./listen.ts";

/** Finds a free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, "close");
  return port;
}
