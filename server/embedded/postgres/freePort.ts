import { createServer } from "node:net";
import { StackError } from "../errors/stackError.ts";

/** Finds a free port of 127.0.0.1. @throws StackError if there is none. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new StackError("No free port for PostgreSQL.");
  return address.port;
}
