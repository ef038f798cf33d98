import { connect, createServer, type Socket } from "node:net";
import { listen } from "./listen.ts";

/** Path of the socket by which an address of a database on this machine leads to it. */
export function socketOf(databaseUrl: string): string {
  const { hostname, port } = new URL(databaseUrl);
  return `${decodeURIComponent(hostname)}/.s.PGSQL.${port}`;
}

/** An address of a database as the Supabase CLI and the libpq of PostgREST take it: they do not know `sslnegotiation` yet. */
export function forOtherClients(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.delete("sslnegotiation");
  return url.href;
}

/** Passes everything on between two sockets until one of them closes. */
function joinSockets(down: Socket, up: Socket): void {
  down.pipe(up);
  up.pipe(down);
}

/**
 * Serves a database's socket at a port of 127.0.0.1 until `stop`, as a hosted project's database is reached.
 * @param join connects the client with the database
 */
export async function onPort(
  databaseUrl: string,
  join: (down: Socket, up: Socket) => void = joinSockets,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((down) => {
    const up = connect(socketOf(databaseUrl));
    down.on("error", () => undefined).on("close", () => up.destroy());
    up.on("error", () => undefined).on("close", () => down.destroy());
    join(down, up);
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${await listen(server)}`;
  return { url: url.href, stop: () => new Promise<void>((resolve) => void server.close(() => resolve())) };
}
