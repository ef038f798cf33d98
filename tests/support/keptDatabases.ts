import type { Client } from "pg";
import { withClient } from "../../server/embedded/database/withClient.ts";

/** A migrated database and what serves it. */
interface Place {
  /** Its connection string, as superuser. */
  databaseUrl: string;
  /** Stops the server and drops the database. */
  discard(): Promise<void>;
}

/** Databases that tests use one after the other. */
interface KeptDatabases<P extends Place> {
  /** A database without people, for one test file or test. */
  take(): Promise<P>;
  /** Empties a database for the next test, or discards it if its schema, its rights or the rows of a new one were changed. */
  giveBack(place: P): Promise<void>;
  /** Discards the databases that are not in use. */
  end(): Promise<void>;
}

/**
 * A line that changes with the schemas, rights, functions, triggers and the rows of a new database. `xmin` is
 * the transaction that wrote a row of the catalogue.
 */
const schemaState = `select concat_ws(' ',
  (select md5(string_agg(concat(oid, relname, relacl, relrowsecurity), '' order by oid)) from pg_class where oid >= 16384),
  ${["attribute where attnum > 0", "constraint", "namespace", "policy", "proc", "rewrite", "trigger"]
    .map((catalogue) => `(select concat(count(*), ':', max(xmin::text::bigint)) from pg_${catalogue})`)
    .join(", ")},
  ${["supabase_migrations.schema_migrations", "public.suppression_key"]
    .map((table) => `(select md5(string_agg(r::text, '' order by r::text)) from ${table} r)`)
    .join(", ")}) as state`;

/**
 * Empties the tables that have rows, which takes a tenth of the time of a new database; a new one has only its
 * key of suppressions.
 */
export const emptyTables = `do $$ declare used text; begin
  select string_agg(oid::regclass::text, ', ') into used from pg_class
    where relkind = 'r' and relname not in ('suppression_key', 'migration_files') and pg_relation_size(oid) > 0
      and relnamespace in ('public'::regnamespace, 'auth'::regnamespace);
  if used is not null then execute 'truncate ' || used || ' cascade'; end if;
end $$`;

/** Ends what still runs for the last test, but no vacuum of the cluster's, which only its superuser may end. */
const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
    and backend_type = 'client backend'`;

/** Keeps the databases that tests give back, for as long as their thread lives. */
export function keepDatabases<P extends Place>(make: () => Promise<P>): KeptDatabases<P> {
  const idle: P[] = [];
  const asMade = new Map<P, string | undefined>();
  const stateOf = async (client: Client) => (await client.query<{ state: string }>(schemaState)).rows[0]?.state;
  return {
    async take() {
      const kept = idle.pop();
      if (kept) return kept;
      const made = await make();
      await withClient(made.databaseUrl, async (client) => asMade.set(made, await stateOf(client)));
      return made;
    },
    async giveBack(place) {
      const usable = await withClient(place.databaseUrl, async (client) => {
        if ((await stateOf(client)) !== asMade.get(place)) return false;
        await client.query(endSessions);
        await client.query(emptyTables);
        return true;
      });
      if (usable) idle.push(place);
      else await place.discard();
    },
    async end() {
      for (const place of idle.splice(0)) await place.discard();
    },
  };
}
