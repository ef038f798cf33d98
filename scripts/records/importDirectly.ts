import { Client, DatabaseError } from "pg";
import * as v from "valibot";
import { retryOnDeadlock } from "../../server/store/deadlock.ts";
import { databaseError } from "../cli/databaseFailure.ts";
import { type ImportCall, isAboutRows, outcome, RefusedRows } from "./importCall.ts";
import type { ImportTable } from "./importTables.ts";

/**
 * Imports with the rights of the backend. Without JIT: compiling a batch's statements takes longer than running them. A
 * batch need not be on the disk before the next: `flush` waits for all, and an import ended by a power cut is run again.
 */
const settings = "-c role=service_role -c statement_timeout=0 -c jit=off -c synchronous_commit=off";

/** Rows per call. Larger batches wait longer for their answer and are freed later: 2,000 rows take 20 MiB more. */
export const rowsPerCall = 500;

/** For two imports of the same people: the other's batch needs time to end, or both would meet again. */
const patience = { attempts: 5, pause: 500 };

const functions: Record<ImportTable, string> = { waitlist: "import_waitlist", beta: "import_applications" };

interface Database {
  databaseUrl: string;
  signal: AbortSignal;
}

/** An open connection to import through. */
export interface DirectImport {
  call: ImportCall;
  /** Waits until everything imported is on the disk. @throws CliError `unreachable`, `interrupted`. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a connection to the database itself to import through, until `close`. The rows bypass HTTP and the embedded stack's
 * REST service, which took a fifth of an import's time.
 * @throws CliError `unreachable`, `interrupted`.
 */
export async function importDirectly({ databaseUrl, signal }: Database): Promise<DirectImport> {
  const client = new Client({ connectionString: databaseUrl, application_name: "keelbook import", options: settings });
  // A lost connection fails the query under way; without a listener it would end the process too.
  client.on("error", () => undefined);
  const close = () => client.end().catch(() => undefined);
  const stop = () => void close();
  signal.addEventListener("abort", stop, { once: true });
  const ended = (error: unknown) => databaseError(error, "import", signal);
  await client.connect().catch((error: unknown) => {
    throw ended(error);
  });
  const call: ImportCall = async (rows, { table, overrideSuppression, rehearsal }) => {
    try {
      const answer = await retryOnDeadlock(
        () =>
          client.query<{ outcome: unknown }>(`select public.${functions[table]}($1, $2, $3) as outcome`, [
            rows,
            overrideSuppression,
            rehearsal,
          ]),
        patience,
      );
      return v.parse(outcome, answer.rows[0]?.outcome);
    } catch (error) {
      if (error instanceof DatabaseError && isAboutRows(error.code ?? "")) throw new RefusedRows(error.code ?? "");
      throw ended(error);
    }
  };
  return {
    call,
    async flush() {
      try {
        await client.query("set synchronous_commit = on");
        // A transaction that writes anything to the write-ahead log commits only when everything before it is on the disk.
        await client.query("select pg_logical_emit_message(true, 'keelbook import', '')");
      } catch (error) {
        throw ended(error);
      }
    },
    async close() {
      signal.removeEventListener("abort", stop);
      await close();
    },
  };
}
