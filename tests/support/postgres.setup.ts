import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { clusterFolder, openDataFolder } from "../../server/embedded/folder/open.ts";
import { startCluster } from "../../server/embedded/postgres/cluster.ts";
import { copyFolder, makePreparedFolder } from "./dataFolders.ts";
import { saidFirst } from "./saidFirst.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Connection string of the test cluster's maintenance database. */
    clusterUrl: string;
    /** Data folder of a stack that was started once and stopped, to be copied. */
    preparedFolder: string;
  }
}

/** Name of the migrated database that every test database is copied from. */
export const templateDatabase = "template_keelbook";

/** Secrets of test stacks; the cluster is thrown away with the run. */
export const testKeys = {
  jwtSecret: "test-jwt-secret-of-thirty-two-characters",
  secretKey: "sb_secret_test_key_of_thirty_two_characters",
};

/**
 * Starts one real PostgreSQL for the whole run, with a migrated template database that is copied in a tenth of
 * a second. The cluster is a copy of the prepared data folder's, so that both together take one initdb and one
 * run of the migrations.
 */
export default (project: TestProject) => saidFirst(setup(project));

async function setup(project: TestProject) {
  const folder = await openDataFolder(join(tmpdir(), `keelbook-test-${process.pid}`));
  const { prepared, keys } = await makePreparedFolder(folder);
  await copyFolder(clusterFolder(prepared), clusterFolder(folder));
  const cluster = await startCluster({
    folder: clusterFolder(folder),
    password: keys.postgresPassword,
    durable: false,
  });
  await withClient(cluster.url("template1"), async (client) => {
    await client.query(`alter database postgres rename to ${templateDatabase}`);
    await client.query("create database postgres");
  });
  project.provide("clusterUrl", cluster.url("postgres"));
  project.provide("preparedFolder", prepared);
  return async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
