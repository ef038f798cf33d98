import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  PostgresDriver,
  type QueryResult,
} from "kysely";
import { DatabaseError, type Pool, type PoolClient, type QueryResult as Answer, types } from "pg";

/** Statements whose parameter types are cached; those of imports are long and not repeated. */
const mostKnown = 1000;

const { JSON: jsonType, JSONB: jsonbType } = types.builtins;

/** Commands that return the number of changed rows. */
const changing = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** Types of a statement's parameters, by its text. */
type ParameterTypes = Map<string, readonly number[]>;

/** One connection, taken from the pool for a request. */
class Session implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #known: ParameterTypes;
  readonly #note: (error: unknown) => void;
  /** Whether the connection may still be in a transaction. */
  #unended = false;

  constructor(client: PoolClient, known: ParameterTypes, note: (error: unknown) => void) {
    this.#client = client;
    this.#known = known;
    this.#note = note;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#send(sql, parameters);
    return changing.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
  }

  /** @throws AbortedTransactionError if PostgreSQL rolled back instead, because a statement of the transaction had failed. */
  async commit(): Promise<void> {
    const { command } = await this.#send("commit");
    if (command === "ROLLBACK") throw new AbortedTransactionError();
  }

  /** Ends the transaction without its changes. If that fails, the connection is closed when it is released. */
  async rollBack(): Promise<void> {
    this.#unended = true;
    await this.#send("rollback");
    this.#unended = false;
  }

  async #send(sql: string, parameters: readonly unknown[] = []): Promise<Answer> {
    try {
      return await this.#client.query(sql, await this.#values(sql, parameters));
    } catch (error) {
      this.#note(error);
      // lite puts the command's name into its answer.
      if (error instanceof DatabaseError) Object.defineProperty(error, "name", { value: "PostgresError" });
      throw error;
    }
  }

  // oxlint-disable-next-line require-yield -- the interface requires it, and lite streams nothing
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new TypeError("This driver does not stream.");
  }

  release(): void {
    this.#client.release(this.#unended);
  }

  /**
   * Encodes the values like lite's own driver. A parameter of type json or jsonb is always encoded as JSON: `pg` would send a
   * string as it is, and an array as a PostgreSQL array. All other values are left to `pg`.
   */
  async #values(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    if (!parameters.some((value) => typeof value === "string" || (typeof value === "object" && value !== null)))
      return [...parameters];
    const oids = this.#known.get(sql) ?? (await this.#describe(sql));
    return parameters.map((value, index) => {
      const oid = oids[index];
      return value !== null && (oid === jsonType || oid === jsonbType) ? JSON.stringify(value) : value;
    });
  }

  async #describe(sql: string): Promise<readonly number[]> {
    await this.#client.query(`prepare keelbook_describe as ${sql}\n`);
    const { rows } = await this.#client.query<{ oids: number[] | null }>(
      "select parameter_types::oid[]::int8[]::text[]::int4[] as oids from pg_catalog.pg_prepared_statements where name = 'keelbook_describe'",
    );
    await this.#client.query("deallocate keelbook_describe");
    const oids = rows[0]?.oids ?? [];
    if (this.#known.size >= mostKnown) this.#known.clear();
    this.#known.set(sql, oids);
    return oids;
  }
}

/** The query builder's driver on a pool of `pg`; `note` gets every error of the database or of a connection. */
export class PoolDriver extends PostgresDriver {
  readonly #pool: Pool;
  readonly #known: ParameterTypes = new Map();
  readonly #note: (error: unknown) => void;

  constructor(pool: Pool, note: (error: unknown) => void) {
    super({ pool });
    this.#pool = pool;
    this.#note = note;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    try {
      return new Session(await this.#pool.connect(), this.#known, this.#note);
    } catch (error) {
      this.#note(error);
      throw error;
    }
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof Session) await connection.commit();
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof Session) await connection.rollBack();
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof Session) connection.release();
  }
}
