import type { TestProject } from "vitest/node";
import { startHostedCluster } from "./hostedCluster.ts";

/** One PostgreSQL as a hosted project has it, for the whole run. */
export default async function setup(project: TestProject) {
  const { url, stop } = await startHostedCluster();
  project.provide("hostedClusterUrl", url);
  return stop;
}
