import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "@supabase/lite";
import { createPostgresConnection } from "@supabase/lite/postgres";
import { migrate } from "../../../server/embedded/database/migrate.ts";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { openDataFolder } from "../../../server/embedded/folder/open.ts";
import { startCluster } from "../../../server/embedded/postgres/cluster.ts";
import { socketOf } from "../../support/databaseSocket.ts";
import { storeWithFewRounds } from "../../support/dataFolders.ts";
import { bareDatabase, password, roleUrl, templateDatabase } from "./database.ts";

/** Roles that the tests and the services connect as, none of them a superuser. */
const rolesWithLogin = ["postgres", "authenticator", "supabase_auth_admin"];

const sql = (name: string) => readFile(new URL(name, import.meta.url), "utf8");

/** The tables of schema `auth`, as @supabase/lite creates them from GoTrue's migrations. */
async function createAuthTables(databaseUrl: string): Promise<void> {
  const postgresOptions = { path: socketOf(databaseUrl), onnotice: () => undefined };
  const connection = createPostgresConnection({ url: databaseUrl, postgresOptions });
  const app = new App({ connection, auth: { email: { enable_signup: true } } });
  await app.init();
  await app.ensureSystemSchema();
  await connection.driver.end({ timeout: 5 });
}

/**
 * Creates a cluster like a hosted project's: the superuser is `supabase_admin`, which nothing connects as afterwards, while `postgres`,
 * which runs the migrations, is not one. The first superuser is renamed, because it cannot lose that right.
 */
async function prepareCluster(clusterUrl: string): Promise<void> {
  await withClient(clusterUrl, (client) => client.query(`create role renamer superuser login password '${password}'`));
  await withClient(roleUrl(clusterUrl, "renamer", "postgres"), (client) =>
    client.query("alter role postgres rename to supabase_admin"),
  );
  await withClient(roleUrl(clusterUrl, "supabase_admin", "postgres"), async (client) => {
    await client.query("drop role renamer");
    await client.query(await sql("./roles.sql"));
    for (const role of rolesWithLogin) await client.query(`alter role ${role} password '${password}'`);
    // No hosted project has this: tests/contract/transactions.ts decides with it which of two transactions a
    // deadlock ends.
    await client.query("grant set on parameter deadlock_timeout to postgres");
    await client.query(`create database ${bareDatabase} owner postgres`);
  });
  const bare = roleUrl(clusterUrl, "supabase_admin", bareDatabase);
  await createAuthTables(bare);
  const schemas = ["../../support/clockOfHosted.sql", "./authSchema.sql", "./schemas.sql"];
  for (const name of schemas) await withClient(bare, async (client) => void (await client.query(await sql(name))));
  await withClient(roleUrl(clusterUrl, "supabase_admin", "postgres"), (client) =>
    client.query(`create database ${templateDatabase} template ${bareDatabase} owner postgres`),
  );
  await migrate(roleUrl(clusterUrl, "postgres", templateDatabase));
}

/**
 * A folder with the programs of another PostgreSQL than this machine's package. Hosted projects have several
 * versions.
 */
const bin = process.env["HOSTED_POSTGRES"];
const programs = bin ? { initdb: join(bin, "initdb"), postgres: join(bin, "postgres") } : undefined;

/** Starts such a cluster in a folder that is deleted with it. `durable`: it writes to the disk as a project's does. */
export async function startHostedCluster({ durable = false } = {}): Promise<{
  url: string;
  stop: () => Promise<void>;
}> {
  const folder = await openDataFolder(join(tmpdir(), `keelbook-hosted-${process.pid}`));
  const cluster = await startCluster({ folder: join(folder, "postgres"), password, durable, programs });
  const stop = async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const url = cluster.url("postgres");
  const prepare = async () => {
    await prepareCluster(url);
    await storeWithFewRounds(roleUrl(url, "supabase_admin", "postgres"), rolesWithLogin, password);
  };
  await prepare().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, stop };
}
