declare module "vitest" {
  interface ProvidedContext {
    /** Connection string of the hosted-like test cluster; its user is replaced by {@link roleUrl}. */
    hostedClusterUrl: string;
  }
}

/** Password of every role that may log in; the cluster is thrown away with the run. */
export const password = "only-for-this-run";

/** Name of a database as a new project has it: without our migrations. */
export const bareDatabase = "template_bare";

/** Name of the migrated database that every test database is copied from. */
export const templateDatabase = "template_hosted";

/** The same server as another role, on another database. */
export function roleUrl(clusterUrl: string, role: string, database: string): string {
  const url = new URL(clusterUrl);
  url.username = role;
  url.password = password;
  url.pathname = `/${database}`;
  return url.href;
}
