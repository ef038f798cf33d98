import { connect, createServer, type Socket } from "node:net";
import { jsonWebKeySet, signToken } from "../../hosted/support/keys.ts";
import { findPostgrest, startPostgrest } from "../../hosted/support/postgrest.ts";
import { forOtherClients } from "../../support/databaseSocket.ts";
import { listen } from "../../support/listen.ts";

const requestLine = /^(\w+ )\/rest\/v1(?=\/)/u;
const authorization = /^(authorization: Bearer ).*$/imu;

/**
 * Starts genuine PostgREST at the path of a hosted project's, with every caller as the operator. The proxy in front of it only
 * forwards bytes, because it runs on the measured machine: it changes the head of each request, which arrives in one piece,
 * and does not look at responses. Undefined if there is no PostgREST.
 */
export async function startGenuineRest(
  databaseUrl: string,
): Promise<{ url: string; stop: () => Promise<void> } | undefined> {
  const binary = findPostgrest();
  if (binary === undefined) return undefined;
  const postgrest = await startPostgrest({
    binary,
    databaseUrl: forOtherClients(databaseUrl),
    keys: jsonWebKeySet,
  });
  const { hostname, port } = new URL(postgrest.url);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const onward = connect(Number(port), hostname);
    for (const [socket, other] of [
      [client, onward],
      [onward, client],
    ] as const) {
      open.add(socket);
      socket.on("error", () => other.destroy()).on("close", () => open.delete(socket));
    }
    client.setEncoding("latin1").on("data", (piece: string) => {
      const head = requestLine.test(piece);
      const token = () => signToken({ role: "service_role" });
      const changed = head
        ? piece.replace(requestLine, "$1").replace(authorization, (_, name: string) => name + token())
        : piece;
      onward.write(changed, "latin1");
    });
    client.on("end", () => onward.end());
    onward.pipe(client);
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    async stop() {
      server.close();
      for (const socket of open) socket.destroy();
      await postgrest.stop();
    },
  };
}
