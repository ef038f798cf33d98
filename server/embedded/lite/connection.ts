// oxlint-disable no-console -- lite's is muted
import { AsyncLocalStorage } from "node:async_hooks";
import { createPostgresConnection, type PostgresConnection } from "@supabase/lite/postgres";
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { DatabaseError, types } from "pg";
import { lostConnection } from "../errors/stackError.ts";
import { closePool, openPool } from "../../store/postgres.ts";
import { deadlock } from "../../store/sqlState.ts";
import { PoolDriver } from "./driver.ts";

/** Longest wait for a free or new connection, in ms. */
const connectTimeout = 15_000;

/** SQLSTATE classes of errors caused by the server, not by the request: connection, resources, shutdown, system. */
const serverClasses = /^(?:08|53|57P|58)/u;

/** The driver's errors, without a SQLSTATE, where it has no connection to lose. */
const noConnection = /^(?:timeout exceeded|Client was closed)/u;

/** Whether a call that failed with this error may succeed when it is repeated. */
function isPassing(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code === deadlock || serverClasses.test(error.code ?? "");
  return error instanceof Error && (lostConnection(error) || noConnection.test(error.message) || "syscall" in error);
}

/**
 * Whether the current request met such an error. One store for all stacks of the process: before Node 24 each AsyncLocalStorage
 * slows down every promise until the process ends.
 */
const current = new AsyncLocalStorage<{ failed: boolean }>();

interface LiteConnection {
  connection: PostgresConnection;
  /**
   * Does a request's work, with `console.error` muted: lite prints every database error with parameters and row values, which are
   * personal data. If the database was not available, or a deadlock aborted the work, the answer is 503 whatever lite answered.
   */
  answering(work: () => Promise<Response>): Promise<Response>;
  close(): Promise<void>;
}

/**
 * lite's connection, with the driver `pg` under its query builder: when a backend dies, lite's own driver ends the
 * process, or gives a request the transaction of another.
 */
export function connectLite(url: string): LiteConnection {
  muteDuringRequests();
  // lite has its own driver, which would connect at the first query; it never gets one, as ours replaces it below.
  const connection = createPostgresConnection({ url });
  const note = (error: unknown) => {
    const request = current.getStore();
    if (request) request.failed ||= isPassing(error);
  };
  const pool = openPool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: connectTimeout,
    application_name: "keelbook",
    options: "-c TimeZone=UTC",
    types: { getTypeParser: (oid) => parsers.get(oid) ?? types.getTypeParser(oid, "text") },
  });
  connection.kysely = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PoolDriver(pool, note),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return {
    connection,
    answering: (work) => {
      const request = { failed: false };
      return current.run(request, async () => {
        const answer = await work();
        return answer.status >= 500 && request.failed ? unavailable() : answer;
      });
    },
    close: () => closePool(pool),
  };
}

/** PostgREST's answer when the database is lost. */
const unavailable = (): Response =>
  Response.json(
    { code: "PGRST001", message: "Database client error", details: null, hint: null },
    { status: 503, headers: { "retry-after": "1" } },
  );

let muted = false;
function muteDuringRequests(): void {
  if (muted) return;
  muted = true;
  const print = console.error.bind(console);
  console.error = (...line: unknown[]) => {
    if (!current.getStore()) print(...line);
  };
}

type Parser = (text: string) => unknown;

const asText: Parser = (text) => text;
const json: Parser = (text) => JSON.parse(text);
const integer: Parser = (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text));
const decimal: Parser = (text) => (String(Number(text)) === text ? Number(text) : text);
// Times are ISO 8601 with microseconds, like PostgREST's: they are part of a keyset cursor.
const timestamptz: Parser = (text) => text.replace(" ", "T").replace(/([+-]\d\d)$/u, "$1:00");

const { builtins } = types;
const arrays = { name: 1003, text: 1009 };

/**
 * lite's parsers, by the type's oid: those of its own driver except the ones for times, and the one for the
 * arrays that it reads.
 */
const parsers = new Map<number, Parser>([
  [builtins.INT8, integer],
  [builtins.NUMERIC, decimal],
  [builtins.JSON, json],
  [builtins.JSONB, json],
  [builtins.DATE, asText],
  [builtins.TIME, asText],
  [builtins.TIMETZ, asText],
  [builtins.TIMESTAMP, asText],
  [builtins.TIMESTAMPTZ, timestamptz],
  [builtins.INTERVAL, asText],
  [arrays.name, types.getTypeParser(arrays.text, "text")],
]);
