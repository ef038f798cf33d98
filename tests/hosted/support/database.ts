import { forOtherClients } from "../../support/databaseSocket.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Connection string of the hosted-like test cluster; its user is replaced by {@link roleUrl}. */
    hostedClusterUrl: string;
  }
}

/** Password of every role that may log in; the cluster is deleted after the run. */
export const password = "only-for-this-run";

/** Name of a database like a new project's, without our migrations. */
export const bareDatabase = "template_bare";

/** Name of the migrated database that serves as the template of every test database. */
export const templateDatabase = "template_hosted";

/** The URL of the same server as another role, on another database. */
export function roleUrl(clusterUrl: string, role: string, database: string): string {
  const url = new URL(clusterUrl);
  url.username = role;
  url.password = password;
  url.pathname = `/${database}`;
  return forOtherClients(url.href);
}
