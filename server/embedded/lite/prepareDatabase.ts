import { type LiteOptions, migrateLite } from "./lite.ts";

/**
 * Creates roles, schemas and tables in a database that nobody uses yet, or migrates it, by the services, which answer no request
 * there. Sends no mails.
 * @throws StackError as {@link migrateLite}
 */
export async function prepareDatabase(
  options: Pick<LiteOptions, "databaseUrl" | "keys" | "migrations" | "log">,
): Promise<void> {
  const lite = await migrateLite({ ...options, siteUrl: "http://localhost", mail: { send: async () => undefined } });
  await lite.close();
}
