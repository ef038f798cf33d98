/** The number in the name of PostgreSQL's socket, which takes the place of a port. A folder has only one. */
export const socketNumber = 5432;

/**
 * Connection string of a database by PostgreSQL's socket in `folder`, as superuser. It says that there is no TLS, which a PGSSLMODE or
 * PGSSLNEGOTIATION of another database in the environment would have a client ask for.
 * @param folder the cluster's, by a path that is short enough for a socket
 * @param number the one in the socket's name
 */
export const localAddress = (folder: string, number: number, password: string, database: string): string =>
  `postgres://postgres:${encodeURIComponent(password)}@${encodeURIComponent(folder)}:${number}/${database}?sslmode=disable&sslnegotiation=postgres`;
