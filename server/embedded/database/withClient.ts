import { Client } from "pg";

/** Runs `work` on one connection to the database, as superuser. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  // The options are empty, in place of those that PGOPTIONS has for another database.
  const client = new Client({ connectionString: url, options: " " });
  // A lost connection fails the running query; without a listener it would end the process too.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
