import { createServer, request } from "node:http";
import { jsonWebKeySet, signToken } from "../../hosted/support/keys.ts";
import { findPostgrest, startPostgrest } from "../../hosted/support/postgrest.ts";

/**
 * Genuine PostgREST on a database at the address that a hosted project's has, everybody its operator. What stands in front
 * hands on bytes and no more, as it is on the machine that is measured. Undefined where there is no PostgREST.
 */
export async function startGenuineRest(
  databaseUrl: string,
): Promise<{ url: string; stop: () => Promise<void> } | undefined> {
  const binary = findPostgrest();
  if (binary === undefined) return undefined;
  const postgrest = await startPostgrest({ binary, databaseUrl, keys: jsonWebKeySet });
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = "" } = incoming;
    const authorization = `Bearer ${signToken({ role: "service_role" })}`;
    const onward = request(
      `${postgrest.url}${url.replace("/rest/v1", "")}`,
      { ...(method === undefined ? {} : { method }), headers: { ...headers, authorization } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await postgrest.stop();
    },
  };
}
