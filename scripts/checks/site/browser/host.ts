import { once } from "node:events";
import { createServer } from "node:http";
import type { Site } from "../answers/site.ts";

/** Serves a site on a free port of the loopback interface, for a browser to open. */
export async function hostSite({ get, address }: Site): Promise<{ origin: string; close: () => void }> {
  const server = createServer((request, response) => {
    void get(new URL(request.url ?? "/", address.origin)).then(({ status, headers, body }) =>
      response.writeHead(status, Object.fromEntries(headers)).end(body),
    );
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
