import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Site } from "../answers/site.ts";

/** Serves a site on a free port of the loopback interface, for a browser to open. */
export async function hostSite({ get, address }: Site): Promise<{ origin: string; close: () => void }> {
  const answer = async ({ url = "/" }: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Not relative to the origin: the path `//` would be taken for the beginning of a host.
    const { status, headers, body } = await get(new URL(`${address.origin}${url}`));
    response.writeHead(status, Object.fromEntries(headers)).end(body);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  return {
    origin: `http://127.0.0.1:${typeof bound === "object" && bound ? bound.port : 0}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
