import { withClient } from "../../../server/embedded/database/withClient.ts";

/**
 * Lists what a database has in `public`: columns, constraints, indexes, functions, triggers, policies and the
 * rights to them, a line each.
 */
export const schemaFacts = (url: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ fact: string }>(`
      select format('column %s.%s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod)) as fact
        from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
      union all select format('constraint %s %s', conname, pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select format('function %s %s %s', oid::regprocedure, md5(prosrc), proacl) from pg_proc where pronamespace = 'public'::regnamespace
      union all select pg_get_triggerdef(pg_trigger.oid) from pg_trigger where not tgisinternal
      union all select format('policy %s', p) from pg_policies p where schemaname = 'public'
      union all select format('%s %s %s', relname, relrowsecurity, relacl) from pg_class where relnamespace = 'public'::regnamespace
      order by 1`);
    return rows.map(({ fact }) => fact);
  });
