// oxlint-disable no-console -- lite's is muted
import { AsyncLocalStorage } from "node:async_hooks";
import { createPostgresConnection, type PostgresConnection } from "@supabase/lite/postgres";
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { DatabaseError } from "pg";
import { lostConnection } from "../errors/stackError.ts";
import { lacksSegment } from "../folder/room.ts";
import { closePool, openPool } from "../../store/postgres.ts";
import { deadlock, diskFull } from "../../store/sqlState.ts";
import { PoolDriver } from "./driver.ts";
import { readParsers } from "./parsers.ts";

/** Longest wait for a free or new connection, in ms. */
const connectTimeout = 15_000;

/** SQLSTATE classes of errors caused by the server, not by the request: connection, resources, shutdown, system. */
const unavailable = /^(?:08|53|57P|58)/u;

/** The driver's errors, without a SQLSTATE, where it has no connection to lose. */
const noConnection = /^(?:timeout exceeded|Client was closed)/u;

function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) return unavailable.test(error.code ?? "");
  return error instanceof Error && (lostConnection(error) || noConnection.test(error.message) || "syscall" in error);
}

/**
 * What happened to the current request: an unavailable or full database, or a deadlock. One store for all stacks of the process:
 * before Node 24 each AsyncLocalStorage slows down every promise until the process ends.
 */
const trouble = new AsyncLocalStorage<{ found: boolean; full: boolean; deadlocked: boolean }>();

/** lite's connection to PostgreSQL. */
export interface LiteConnection {
  connection: PostgresConnection;
  /**
   * Does a request's work, with lite's console muted. If the database was not available, the answer is 503 whatever lite answered; if a deadlock ended it,
   * the answer is PostgREST's.
   */
  answering(work: () => Promise<Response>): Promise<Response>;
  close(): Promise<void>;
}

/**
 * lite's connection, with the driver `pg` under its query builder (decision 0067): when a backend dies, lite's own driver ends the
 * process, or gives a request the transaction of another.
 * @param dataFolder folder of the database, to recognise a full disk, on which PostgreSQL exits without telling clients
 */
export async function connectLite(url: string, dataFolder?: string): Promise<LiteConnection> {
  const parserOf = await readParsers(url);
  // lite has its own driver, which would connect at the first query; it never gets one, as ours replaces it below.
  const connection = createPostgresConnection({ url });
  const note = (error: unknown) => {
    const request = trouble.getStore();
    if (!request) return;
    const code = error instanceof DatabaseError ? error.code : undefined;
    request.found ||= isUnavailable(error);
    request.full ||= code === diskFull;
    request.deadlocked ||= code === deadlock;
  };
  const pool = openPool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: connectTimeout,
    application_name: "keelbook",
    options: "-c TimeZone=UTC",
    types: { getTypeParser: parserOf },
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
    answering: (work) =>
      trouble.run({ found: false, full: false, deadlocked: false }, async () => {
        const answer = await withoutConsoleErrors(work);
        const met = trouble.getStore();
        if (answer.status >= 500 && met?.deadlocked) return endedByDeadlock();
        if (answer.status < 500 || !met?.found) return answer;
        return databaseUnavailable(met.full || (dataFolder !== undefined && (await lacksSegment(dataFolder))));
      }),
    close: () => closePool(pool),
  };
}

/** PostgREST's answer when the database is lost or full. */
const databaseUnavailable = (full: boolean): Response =>
  Response.json(
    {
      ...(full
        ? { code: diskFull, message: "No space left on device" }
        : { code: "PGRST001", message: "Database client error" }),
      details: null,
      hint: null,
    },
    { status: 503, headers: { "retry-after": "1" } },
  );

/** PostgREST's answer to a deadlock, without the names of the processes. */
const endedByDeadlock = (): Response =>
  Response.json({ code: deadlock, message: "deadlock detected", details: null, hint: null }, { status: 500 });

const silenced = new AsyncLocalStorage<true>();
let installed = false;

/**
 * Runs `work` with `console.error` muted, for `work` only. lite prints every database error with parameters and row values, which
 * are personal data; its answer still says what went wrong.
 */
function withoutConsoleErrors<T>(work: () => T): T {
  if (!installed) {
    installed = true;
    const print = console.error.bind(console);
    console.error = (...line: unknown[]) => {
      if (!silenced.getStore()) print(...line);
    };
  }
  return silenced.run(true, work);
}
