import type { TestProject } from "vitest/node";
import { saidFirst } from "../../support/saidFirst.ts";
import { missing } from "../genuine/gotrue.ts";
import { startHostedCluster } from "./hostedCluster.ts";
import { findSupabaseCli, refuseUpdateWithout } from "./supabaseCli.ts";

/** Starts one PostgreSQL like a hosted project's for the whole run. */
export default (project: TestProject) => saidFirst(setup(project));

async function setup(project: TestProject) {
  if (missing !== undefined) process.stdout.write(`${missing}\n`);
  if (project.config.snapshotOptions.updateSnapshot === "all") refuseUpdateWithout(findSupabaseCli());
  const { url, stop } = await startHostedCluster();
  project.provide("hostedClusterUrl", url);
  return stop;
}
