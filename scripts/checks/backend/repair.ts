/** Facts of schema_report() (supabase/migrations), and the SQL that makes each of them true, or untrue. */
interface Kind {
  fact: RegExp;
  restore: (...parts: string[]) => string;
  remove: (...parts: string[]) => string;
}

const kinds: Kind[] = [
  {
    fact: /^table (\S+): row level security (on|off)/u,
    restore: (table) => `alter table public.${table} enable row level security;`,
    // An unknown table may hold data, so it is closed, not dropped.
    remove: (table, state) =>
      state === "off"
        ? `alter table public.${table} enable row level security;`
        : `revoke all on public.${table} from anon, authenticated;`,
  },
  {
    fact: /^column (\S+)\.(\S+): (.*)$/u,
    restore: (table, column, definition) => `alter table public.${table} add column ${column} ${definition};`,
    remove: (table, column) => `alter table public.${table} drop column if exists ${column};`,
  },
  {
    fact: /^constraint (\S+) on (\S+): (.*?)( \(not validated\))?$/su,
    restore: (name, table, definition) => `alter table public.${table} add constraint ${name} ${definition};`,
    remove: (name, table, _definition, unvalidated) =>
      unvalidated
        ? `alter table public.${table} validate constraint ${name};`
        : `alter table public.${table} drop constraint if exists ${name};`,
  },
  {
    fact: /^index (CREATE (?:UNIQUE )?INDEX (\S+) ON .*)$/su,
    restore: (definition) => `${definition};`,
    remove: (_definition, name) => `drop index if exists public.${name};`,
  },
  {
    fact: /^trigger (CREATE TRIGGER (\S+) .*? ON (\S+) .*)$/su,
    restore: (definition) => `${definition};`,
    remove: (_definition, name, table) => `drop trigger if exists ${name} on ${table};`,
  },
  {
    fact: /^policy (\S+) on (\S+): (\S+) for (\S+) to (.*?) using \((.*)\) with check \((.*)\)$/su,
    restore: (name, table, permissive, verb, roles, using, check) =>
      `create policy ${name} on public.${table} as ${permissive} for ${verb} to ${roles}${using && ` using (${using})`}${check && ` with check (${check})`};`,
    remove: (name, table) => `drop policy if exists ${name} on public.${table};`,
  },
  {
    fact: /^grant execute on (.*) to (\S+)$/u,
    restore: (routine, grantee) => `grant execute on function public.${routine} to ${grantee};`,
    remove: (routine, grantee) => `revoke execute on function public.${routine} from public, ${grantee};`,
  },
  {
    fact: /^grant (\S+(?: \(.*\))?) on (\S+) to (\S+)$/u,
    restore: (verb, table, grantee) => `grant ${verb} on public.${table} to ${grantee};`,
    remove: (verb, table, grantee) => `revoke ${verb} on public.${table} from public, ${grantee};`,
  },
  {
    fact: /^role (\S+): (bypasses|obeys)/u,
    restore: (role, does) => `alter role ${role} ${does === "bypasses" ? "bypassrls" : "nobypassrls"};`,
    remove: (role, does) => `alter role ${role} ${does === "bypasses" ? "nobypassrls" : "bypassrls"};`,
  },
];

function statement(fact: string, make: "restore" | "remove"): string | undefined {
  for (const kind of kinds) {
    const parts = kind.fact.exec(fact);
    if (parts) return kind[make](...parts.slice(1).map((part) => part ?? ""));
  }
}

// The fact does not hold the function's source; that is in the newest migration that creates it.
const rewrite = (fact: string): string =>
  `Run its newest "create function" again: grep -n "function public.${/^function ([^(]+)/u.exec(fact)?.[1] ?? ""}(" supabase/migrations/*.sql`;

const run = (sql: string): string => `Run this SQL: ${sql}`;

/**
 * The remedy for a fact that is missing from the schema, or, as a grant of `columns`, is there for the whole table.
 * @param columns what the migrations grant of a table, by the fact
 */
export function restoring(fact: string, columns: ReadonlyMap<string, string>): string {
  const granted = columns.get(fact);
  const sql = statement(granted === undefined ? fact : fact.replace(" on ", ` (${granted}) on `), "restore");
  if (sql === undefined) return rewrite(fact);
  return run(granted === undefined ? sql : `${statement(fact, "remove")} ${sql}`);
}

/** The remedy for a fact that the migrations do not produce. A function that was only changed is restored, not dropped. */
export function removing(fact: string, expected: readonly string[]): string {
  const [, signature] = /^(?:function|grant execute on) (.*?\))(?::| to )/u.exec(fact) ?? [];
  if (signature !== undefined && !expected.some((known) => known.startsWith(`function ${signature}:`)))
    return run(`drop function if exists public.${signature};`);
  const sql = statement(fact, "remove");
  return sql === undefined ? rewrite(fact) : run(sql);
}
