import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { withClient } from "../../server/embedded/database/migrate.ts";
import { openDataFolder } from "../../server/embedded/folder/open.ts";
import { startLite } from "../../server/embedded/lite/lite.ts";
import { startCluster } from "../../server/embedded/postgres/cluster.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Connection string of the test cluster's maintenance database. */
    clusterUrl: string;
  }
}

/** Name of the migrated database that every test database is copied from. */
export const templateDatabase = "template_keelbook";

/** Secrets of test stacks; the cluster is thrown away with the run. */
export const testKeys = {
  jwtSecret: "test-jwt-secret-of-thirty-two-characters",
  secretKey: "sb_secret_test_key_of_thirty_two_characters",
};

/** One real PostgreSQL for the whole run, with a migrated template: copying it takes a tenth of a second. */
export default async function setup(project: TestProject) {
  const folder = await openDataFolder(join(tmpdir(), `keelbook-test-${process.pid}`));
  const cluster = await startCluster({
    folder: join(folder, "postgres"),
    password: "only-for-this-run",
    durable: false,
  });
  await withClient(cluster.url("postgres"), (client) => client.query(`create database ${templateDatabase}`));
  const lite = await startLite({
    databaseUrl: cluster.url(templateDatabase),
    keys: testKeys,
    siteUrl: "http://localhost",
    mail: { send: async () => undefined },
  });
  await lite.close();
  project.provide("clusterUrl", cluster.url("postgres"));
  return async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
