import { beforeAll, describe, expect, it } from "vitest";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { embeddedPublishableKey } from "../../server/contract/brand.ts";
import { type Backend } from "../support/backend.ts";
import { type AuthBackend, signUpConfirmed } from "../support/users.ts";
import { calls, listed, samples } from "./deniedSamples.ts";

interface DenialsBackend extends Backend, AuthBackend {
  databaseUrl: string;
  /** Sends a request to the REST service directly, without our guard in front. */
  unguarded(path: string, init?: RequestInit): Promise<Response>;
}

const views = ["failed_emails", "mailable", "people", "troubled_emails"];

type Role = "anon" | "authenticated" | "service";

/**
 * Tests row level security: tries every table, verb and function as the roles that must be refused, and as the
 * service role.
 */
export function describeDenials(stack: string, start: () => Promise<DenialsBackend>) {
  describe(`row level security on ${stack}`, () => {
    let backend: DenialsBackend;
    let accessToken: string;
    beforeAll(async () => {
      backend = await start();
      accessToken = await signUpConfirmed(backend, "stranger@example.com");
      // Samples of other tables refer to these rows.
      await send("service", "POST", "waitlist", { id: listed, email: "listed@example.com" });
      await send("service", "POST", "email_updates", { hash: "d".repeat(64), parameters: {} });
      await send("service", "POST", "beta_applications", {
        id: "00000000-0000-4000-8000-00000000000a",
        name: "L",
        email: "listed@example.com",
        role: "other",
        reason: "x",
      });
      return () => backend.stop();
    });

    const headers = (role: Role): Record<string, string> => {
      const json = { "content-type": "application/json", prefer: "return=minimal" };
      if (role === "service") return { ...json, apikey: backend.secretKey };
      return {
        ...json,
        apikey: embeddedPublishableKey,
        ...(role === "authenticated" ? { authorization: `Bearer ${accessToken}` } : {}),
      };
    };
    // The requests bypass the guard, which would refuse all of them: on a hosted project the database alone has
    // to.
    const send = (role: Role, method: string, path: string, body?: unknown) =>
      backend.unguarded(`/rest/v1/${path}`, {
        method,
        headers: headers(role),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });

    const names = (query: string) =>
      withClient(backend.databaseUrl, async (client) =>
        (await client.query<{ name: string }>(`${query} order by 1`)).rows.map(({ name }) => name),
      );
    const functions = "select proname as name from pg_proc where pronamespace = 'public'::regnamespace";

    it("is tested on every table, view and function", async () => {
      const relations =
        "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')";
      expect([...Object.keys(samples), ...views].sort()).toEqual(await names(relations));
      expect(Object.keys(calls).sort()).toEqual(await names(`${functions} and prorettype <> 'trigger'::regtype`));
    });

    it.each(views)("lets the service role alone read the view %s", async (view) => {
      const statuses = (["anon", "authenticated", "service"] as const).map(
        async (role) => (await send(role, "GET", view)).status,
      );
      expect(await Promise.all(statuses)).toEqual([401, 403, 200]);
      // Without this setting the view would select with its owner's rights.
      expect(await names(`select unnest(reloptions) as name from pg_class where relname = '${view}'`)).toEqual([
        "security_invoker=true",
      ]);
      // The test asks the database, because a view that joins refuses to be written for another reason.
      const writes = `select privilege as name from unnest(array['insert', 'update', 'delete', 'truncate']) as privilege
        where has_table_privilege('service_role', 'public.${view}', privilege)`;
      expect(await names(writes)).toEqual([]);
    });

    it("is closed to visitors where a later migration forgets to revoke", () =>
      withClient(backend.databaseUrl, async (client) => {
        await client.query("begin");
        const [{ owner } = { owner: "" }] = (
          await client.query<{ owner: string }>(
            "select quote_ident(tableowner) as owner from pg_tables where schemaname = 'public' and tablename = 'waitlist'",
          )
        ).rows;
        await client.query(`set local role ${owner};
          create table public.later (id bigint generated always as identity);
          create view public.later_view as select * from public.later;
          create function public.later() returns integer language sql return 1`);
        const { rows } = await client.query<{ may: boolean[] }>(`select array[
            has_table_privilege(role, 'public.later', 'select, insert, update, delete, truncate, references, trigger'),
            has_table_privilege(role, 'public.later_view', 'select, insert, update, delete'),
            has_sequence_privilege(role, 'public.later_id_seq', 'usage, select, update'),
            has_function_privilege(role, 'public.later()', 'execute')] as may
          from unnest(array['anon', 'authenticated']) as role`);
        expect(rows.map(({ may }) => may)).toEqual([Array(4).fill(false), Array(4).fill(false)]);
        await client.query("rollback");
      }));

    // A function that reads a table is refused by that table for every caller, until it is made a security
    // definer.
    it("gives no visitor the right to call a function, and no function the caller's search path", async () => {
      const may = (role: string) => names(`${functions} and has_function_privilege('${role}', oid, 'execute')`);
      expect([await may("anon"), await may("authenticated")]).toEqual([[], []]);
      // Not even the service role may call a function that only a trigger runs.
      expect(await may("service_role")).toEqual(Object.keys(calls).sort());
      expect(await names(`${functions} and not coalesce(proconfig, '{}') && array['search_path=""']`)).toEqual([]);
    });

    // Without a grant everything is refused before row level security is asked, so nothing would tell whether
    // it is on.
    it.each(Object.entries(samples))(
      "hides %s also from visitors to whom it is granted by mistake",
      (table, { row, isThere }) =>
        withClient(backend.databaseUrl, async (client) => {
          const columns = Object.keys(row).join();
          const add = `insert into public.${table} (${columns}) select ${columns} from jsonb_populate_record(null::public.${table}, $1)`;
          for (const role of ["anon", "authenticated"]) {
            await client.query("begin");
            if (!isThere) await client.query(add, [row]);
            await client.query(`grant all on public.${table} to ${role}; set local role ${role}`);
            expect((await client.query(`select from public.${table}`)).rowCount).toBe(0);
            await expect(client.query(add, [row])).rejects.toThrow("violates row-level security policy");
            await client.query("rollback");
          }
        }),
    );

    it.each(Object.entries(samples))(
      "denies visitors every verb of %s and allows the service role each one",
      async (table, { row, change, key, appendOnly, isThere }) => {
        const filter = `${table}?${key}=eq.${encodeURIComponent(String(row[key]))}`;
        const rows = async (columns = "*") => (await send("service", "GET", `${filter}&select=${columns}`)).json();
        const deny = async (method: string, path: string, body?: unknown) => {
          expect([method, (await send("anon", method, path, body)).status]).toEqual([method, 401]);
          expect([method, (await send("authenticated", method, path, body)).status]).toEqual([method, 403]);
        };
        await deny("POST", table, row);
        expect((await send("service", "POST", table, row)).status).toBe(isThere ? 403 : 201);
        // People who are signed in may read their applications, and nobody else's.
        const reads = table === "beta_applications" ? [401, 200] : [401, 403];
        const [anonymous, signedIn] = [await send("anon", "GET", filter), await send("authenticated", "GET", filter)];
        expect([anonymous.status, signedIn.status]).toEqual(reads);
        expect(signedIn.ok ? await signedIn.json() : []).toEqual([]);
        await deny("PATCH", filter, change);
        const changed = Object.keys(change).join();
        expect(await rows(changed)).toEqual([expect.not.objectContaining(change)]);
        expect((await send("service", "PATCH", filter, change)).status).toBe(appendOnly ? 403 : 204);
        await deny("DELETE", filter);
        expect(await rows()).toHaveLength(1);
        const kept = appendOnly ?? isThere ?? false;
        expect((await send("service", "DELETE", filter)).status).toBe(kept ? 403 : 204);
        expect(await rows()).toHaveLength(kept ? 1 : 0);
      },
    );

    it.each(Object.entries(calls))("lets the service role alone call %s", async (name, args) => {
      expect((await send("anon", "POST", `rpc/${name}`, args)).status).toBe(401);
      expect((await send("authenticated", "POST", `rpc/${name}`, args)).status).toBe(403);
      // The status is 204 for a function that returns nothing.
      expect((await send("service", "POST", `rpc/${name}`, args)).status).toBeOneOf([200, 204]);
    });

    it("shows the signed-in applicant their own application, and nobody else's", async () => {
      const application = { name: "S", role: "other", reason: "x" };
      await send("service", "POST", "beta_applications", [
        { ...application, email: "stranger@example.com" },
        { ...application, email: "other@example.com" },
      ]);
      const seen = await (await send("authenticated", "GET", "beta_applications?select=email,status")).json();
      expect(seen).toEqual([{ email: "stranger@example.com", status: "pending" }]);
      expect(await (await send("service", "GET", "beta_applications?name=eq.S&select=email")).json()).toHaveLength(2);
    });

    // `xmax` would reveal an operator's note, `ctid` about how many have applied, and `xmin` how much is
    // written.
    it.each(["ctid", "xmin", "xmax", "tableoid"])("hides the system column %s from applicants", async (column) => {
      for (const query of [`select=${column}`, `select=id&${column}=not.is.null`])
        expect((await send("authenticated", "GET", `beta_applications?${query}`)).status).toBe(403);
    });
  });
}
