import { type LiteOptions, startLite } from "./lite.ts";

/**
 * Creates roles, schemas and tables in a database that nobody uses yet, or migrates it, by starting and stopping the services on
 * it. Sends no mails.
 * @throws StackError as {@link startLite}
 */
export async function prepareDatabase(
  options: Pick<LiteOptions, "databaseUrl" | "keys" | "migrations" | "log">,
): Promise<void> {
  const lite = await startLite({ ...options, siteUrl: "http://localhost", mail: { send: async () => undefined } });
  await lite.close();
}
