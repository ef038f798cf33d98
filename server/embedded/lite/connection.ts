import { AsyncLocalStorage } from "node:async_hooks";
import { createPostgresConnection, type PostgresConnection } from "@supabase/lite/postgres";
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { DatabaseError } from "pg";
import { lacksSegment } from "../folder/room.ts";
import { deadlock } from "../../store/deadlock.ts";
import { closePool, openPool } from "../../store/pool.ts";
import { PoolDriver } from "./driver.ts";
import { readParsers } from "./parsers.ts";

/** Longest wait for a free or new connection, in ms. */
const connectTimeout = 15_000;

/** SQLSTATE classes that say that the server, not the request, is at fault: connection, resources, shutdown, system. */
const unavailable = /^(?:08|53|57P|58)/u;

/** Errors without a SQLSTATE, of the socket or of the driver about it. */
const lost = /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded|Client was closed)/u;

/** SQLSTATE of a disk without room: what to do about it is another thing than about a database that is away. */
const diskFull = "53100";

function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) return unavailable.test(error.code ?? "");
  return error instanceof Error && (lost.test(error.message) || "syscall" in error);
}

/**
 * What the request under way met: a database that is away or full, or a deadlock. One for all stacks of the process: before Node 24 each
 * AsyncLocalStorage slows every promise down until the process ends.
 */
const trouble = new AsyncLocalStorage<{ found: boolean; full: boolean; deadlocked: boolean }>();

/** lite's connection to PostgreSQL. */
export interface LiteConnection {
  connection: PostgresConnection;
  /**
   * Does a request's work; where the database could not be had for it, the answer is 503 whatever lite made of that, and
   * where a deadlock ended it, PostgREST's.
   */
  answering(work: () => Promise<Response>): Promise<Response>;
  close(): Promise<void>;
}

/**
 * lite's connection with the driver `pg` under its query builder (decision 0067): the one it brings ends the process,
 * or hands a request another one's transaction, when a backend dies.
 * @param dataFolder where the database lies: PostgreSQL ends without a word where its log has no room there
 */
export async function connectLite(url: string, dataFolder?: string): Promise<LiteConnection> {
  const parserOf = await readParsers(url);
  // It brings a driver of its own, which would connect with its first query; it gets none, as ours replaces it below.
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
        const answer = await work();
        const met = trouble.getStore();
        if (answer.status >= 500 && met?.deadlocked) return endedByDeadlock();
        if (answer.status < 500 || !met?.found) return answer;
        return databaseUnavailable(met.full || (dataFolder !== undefined && (await lacksSegment(dataFolder))));
      }),
    close: () => closePool(pool),
  };
}

/** What PostgREST answers when it has lost the database, or when that has no room. */
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

/** What PostgREST answers there, but for the processes that it names. */
const endedByDeadlock = (): Response =>
  Response.json({ code: deadlock, message: "deadlock detected", details: null, hint: null }, { status: 500 });
