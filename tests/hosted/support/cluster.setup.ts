import type { TestProject } from "vitest/node";
import { startHostedCluster } from "./hostedCluster.ts";

/** Starts one PostgreSQL like a hosted project's for the whole run. */
export default async function setup(project: TestProject) {
  const { url, stop } = await startHostedCluster();
  project.provide("hostedClusterUrl", url);
  return stop;
}
