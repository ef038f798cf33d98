/**
 * Connection string of a database on this machine, as superuser. It says that there is no TLS, which a PGSSLMODE of another database
 * in the environment would have a client ask for.
 */
export const localAddress = (port: number, password: string, database: string): string =>
  `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}?sslmode=disable`;
