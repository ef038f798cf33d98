import { everyTime, refusals, useChecked } from "./checkContext.ts";
import { describe, expect, it } from "vitest";
import { roles } from "../../server/contract/limits.ts";
import { applicationStatuses } from "../../server/contract/statuses.ts";
import { answerLost, type Fault } from "./fakeBackend.ts";
import { projectWithUsers } from "./projectWithUsers.ts";
import { cli } from "./terminal.ts";

describe("check backend", () => {
  const { backend, folder, complete, withoutPublicKey, checked, sql, everything } = useChecked();

  it("finds nothing on a sound system, leaves nothing behind, and removes what an interrupted check left", async () => {
    const leaveApplication = (minutes: number) =>
      sql(`insert into beta_applications (name, email, role, reason, status, reviewed_at, created_at)
        values ('check', 'check-${minutes}@stranger.invalid', 'other', 'Made by \`prelaunch check\`, which removes it again.', 'declined', now() - interval '${minutes} minutes', '2000-01-01')`);
    // Another check may still be running.
    await leaveApplication(5);
    const before = await everything();
    await leaveApplication(90);
    const { code, wrong, report } = await checked();
    expect(wrong).toEqual([]);
    expect(code).toBe(0);
    expect(report.findings.filter(({ level }) => level !== "ok").map(({ check }) => check)).toEqual(["sender"]);
    expect(report.findings).toContainEqual(expect.objectContaining({ check: "auth", level: "ok" }));
    expect(refusals(report)).toEqual([
      expect.stringMatching(everyTime("An anonymous visitor")),
      expect.stringMatching(everyTime("A signed-in stranger")),
      "A signed-in applicant sees their own application.",
    ]);
    expect(await everything()).toEqual(before);
  });

  // The faults of a group do not hide each other, and checking for each separately would take as many checks.
  it.each<[string, Record<string, [fault: string, message: string]>]>([
    [
      "doors left open",
      {
        "a policy that shows everything": [
          "create policy open on beta_applications for select to authenticated using (true)",
          "policies: A signed-in stranger can read beta_applications of others",
        ],
        "a dropped policy": [
          "drop policy waitlist_backend_only on waitlist",
          "schema: Missing: policy waitlist_backend_only",
        ],
        "a grant widened to anonymous reading": [
          "grant select on waitlist to anon",
          "policies: An anonymous visitor can read waitlist (HTTP 200).",
        ],
        "a grant widened to anonymous writing": [
          "grant insert on waitlist to anon; create policy open on waitlist for insert to anon with check (true)",
          "policies: An anonymous visitor can insert into waitlist",
        ],
        "a grant widened to changing": [
          "grant update, select on erasures to authenticated",
          "policies: A signed-in stranger can update erasures",
        ],
        "a grant widened to removing": [
          "grant delete on waitlist to anon",
          "policies: An anonymous visitor can delete from waitlist",
        ],
        "a grant of columns widened to the table": [
          "grant select on beta_applications to authenticated",
          "policies: A signed-in stranger can read system columns of beta_applications (HTTP 200).",
        ],
        "a function anybody may call": [
          "grant execute on function erase_person(text) to anon",
          "policies: An anonymous visitor can call erase_person",
        ],
      },
    ],
    [
      "bad data, and no row level security",
      {
        "row level security turned off": [
          "alter table beta_applications disable row level security",
          "policies: A signed-in stranger can read beta_applications of others",
        ],
        "a duplicated address": [
          "alter table waitlist drop constraint waitlist_email_normal, drop constraint waitlist_email_valid; insert into waitlist (email) values ('A@Example.com')",
          "data: 1 person on the waitlist twice, by their normal form",
        ],
        "a malformed address": [
          "insert into waitlist (email) values ('a@b@c')",
          "data: 2 people on the waitlist with a malformed address",
        ],
        "an unknown role": [
          `alter table beta_applications drop constraint beta_applications_role_known; update beta_applications set role = 'emperor';
            insert into beta_applications (name, email, role, reason) select 'R', role || '@example.com', role, 'x' from unnest(array['${roles.join("', '")}']) role`,
          "data: 1 application with an unknown role",
        ],
        "an unknown status": [
          `alter table beta_applications drop constraint beta_applications_status_known;
            insert into beta_applications (name, email, role, reason, status) select 'S', status || '@example.com', 'other', 'x', status from unnest(array['lost', '${applicationStatuses.join("', '")}']) status`,
          "data: 1 application with an unknown status",
        ],
      },
    ],
    [
      "another schema than the migrations'",
      {
        "a dropped index": [
          "drop index waitlist_created_at_id_idx",
          "schema: Missing: index CREATE INDEX waitlist_created_at_id_idx",
        ],
        "a column of nobody's": [
          "alter table waitlist add column phone text",
          "schema: Not in the migrations: column waitlist.phone: text",
        ],
        "a changed function": [
          "create or replace function has_applied(email text) returns boolean language sql stable set search_path = '' as 'select true'",
          "schema: Missing: function has_applied",
        ],
        "a missing migration": [
          "delete from supabase_migrations.schema_migrations where version = '20261127000200'",
          "schema: Migration 20261127000200_admission.sql has not been applied.",
        ],
        "a column that applicants may no longer read": [
          "revoke select (status) on beta_applications from authenticated",
          "policies: A signed-in applicant may not read every column of their own application (HTTP 403).",
        ],
        "a migration from elsewhere": [
          "insert into supabase_migrations.schema_migrations (version) values ('20990101000000')",
          "schema: Migration 20990101000000 is not in this checkout.",
        ],
      },
    ],
    [
      "no way to read the schema",
      { "no report function": ["drop function schema_report()", "schema: The schema cannot be read"] },
    ],
  ])("finds %s", async (_name, faults) => {
    for (const [fault] of Object.values(faults)) await sql(fault);
    const { code, wrong } = await checked();
    const missed = Object.entries(faults).filter(([, [, message]]) => !wrong.some((line) => line.includes(message)));
    expect(missed.map(([name]) => name)).toEqual([]);
    expect(code).toBe(1);
  });

  it("prints SQL that repairs the schema", async () => {
    await sql(`
      drop policy waitlist_backend_only on waitlist;
      create policy open on beta_applications for select to authenticated using (true);
      create policy closed on waitlist as restrictive for insert to anon with check (email <> '');
      alter table beta_applications disable row level security;
      grant select, insert on waitlist to anon;
      grant delete on waitlist to public;
      revoke select on beta_applications from service_role, authenticated;
      grant execute on function erase_person(text) to public;
      revoke execute on function person_data(text) from service_role;
      drop index waitlist_created_at_id_idx;
      create index extra on waitlist (source);
      alter table waitlist add column phone text;
      alter table waitlist drop constraint waitlist_source_format;
      alter table beta_applications drop constraint beta_applications_role_known, add constraint beta_applications_role_known check (role <> '');
      drop trigger waitlist_lifts_erasure_suppressions on waitlist;
      create trigger meddling before update on waitlist for each row execute function suppress_redundant_updates_trigger();
      create function nobodys(a integer, b text) returns integer language sql set search_path = '' as 'select 1';
    `);
    const findings = (await checked()).report.findings.filter(
      ({ check, level }) => check === "schema" && level === "wrong",
    );
    expect(findings.length).toBeGreaterThan(15);
    for (const { remedy = "" } of findings) {
      expect(remedy).toMatch(/^Run this SQL: .+;$/su);
      await sql(remedy.slice("Run this SQL: ".length));
    }
    expect((await checked()).wrong).toEqual([]);
  });

  it("continues if it may not call its functions, and if applicants see nothing of theirs", async () => {
    const names = ["data_report", "review_report", "email_report"];
    await sql("drop policy beta_applications_select_own on beta_applications");
    for (const name of names) await sql(`revoke execute on function ${name} from service_role`);
    const { code, report } = await checked();
    const told = (name: string) =>
      report.findings.filter(({ message }) => message.includes(`${name}(`)).map(({ level }) => level);
    expect(names.map((name) => [name, ...told(name)])).toEqual(names.map((name) => [name, "wrong", "unknown"]));
    expect(refusals(report)).toContain("A signed-in applicant does not see their own application (HTTP 200).");
    expect(report.findings.some(({ check }) => check === "captcha")).toBe(true);
    expect(code).toBe(1);
  });

  it("says what a stranger can do if no test application can be stored", async () => {
    await sql("create policy open on beta_applications for select to authenticated using (true)");
    await sql("revoke insert on beta_applications from service_role");
    const { wrong, report } = await checked();
    expect(wrong).toContainEqual(expect.stringMatching(/^policies: .* can read beta_applications of others/u));
    const unknown = report.findings.filter(({ check, level }) => check === "policies" && level === "unknown");
    expect(unknown.map(({ message }) => message)).toEqual([
      "Whether applicants see their own application was not tested: none could be stored for the test.",
    ]);
  });

  it("names the migration whose function must be created again", async () => {
    await sql("create or replace function person_data(person text) returns jsonb language sql as 'select null::jsonb'");
    const { report } = await checked(withoutPublicKey());
    const remedies = report.findings
      .filter(({ message }) => message.includes("function person_data("))
      .map(({ remedy }) => remedy);
    expect(remedies.length).toBeGreaterThan(0);
    for (const remedy of remedies)
      expect(remedy).toContain('grep -n "function public.person_data(" supabase/migrations/*.sql');
  });

  const project = (fault?: Fault, how: Parameters<typeof projectWithUsers>[2] = {}) =>
    projectWithUsers(complete(), fault, how);
  const addedAndRemoved = [
    "POST /auth/v1/admin/generate_link",
    "POST /auth/v1/verify",
    "DELETE /auth/v1/admin/users/0b0e7a52-6f0c-4f5b-9d5e-0d8f4a1c2b3d",
  ];

  it("adds a user to a hosted project for the length of the check where it must, and removes them", async () => {
    const { calls, env, stop } = await project();
    const { wrong, report } = await checked(env);
    await stop();
    expect(wrong).toEqual([]);
    expect(refusals(report)).toContainEqual(expect.stringMatching(everyTime("A signed-in stranger")));
    expect(calls).toEqual(addedAndRemoved);
  });

  it("names that user where they cannot be removed after they could not sign in", async () => {
    const { env, stop } = await project(undefined, { refused: /verify$|^DELETE/u });
    const { report } = await checked(env);
    await stop();
    const messages = report.findings.filter(({ check }) => check === "policies").map(({ message }) => message);
    expect(messages.slice(1)).toEqual([
      "The check could not sign in as a stranger (sign-in answered 400).",
      expect.stringMatching(
        /^The user check-\S+@stranger\.invalid, made for the check, may still be there \(Refused\)\.$/u,
      ),
    ]);
  });

  it("takes a lost answer to one of those calls for no fault of the project", async () => {
    const before = await everything();
    const { calls, env, stop } = await project(answerLost(backend().origin, /^POST \S+beta_applications\?/u), {
      losing: true,
    });
    const { wrong, report } = await checked(env);
    await stop();
    expect(wrong).toEqual([]);
    expect(refusals(report)).toContain("A signed-in applicant sees their own application.");
    expect(report.findings.filter(({ level }) => level === "unknown").map(({ check }) => check)).toEqual(["sender"]);
    expect(await everything()).toEqual(before);
    const [add, signIn, remove] = addedAndRemoved;
    expect(calls).toEqual([add, add, signIn, signIn, add, signIn, remove, remove]);
  });

  it.each([
    ["removes that user and their application when Ctrl-C comes, too", undefined, /^error: Interrupted\.\n$/u],
    [
      "names that user when Ctrl-C comes and they cannot be removed",
      /^DELETE/u,
      /^error: Interrupted\.\nThe user check-\S+@stranger\.invalid, made for the check, may still be there/u,
    ],
  ])("%s", async (_, refused, said) => {
    const before = await everything();
    const stopping = new AbortController();
    const { calls, env, stop } = await project(({ method, url }) => {
      if (method !== "GET" || !/beta_applications\?select=id,/u.test(url ?? "")) return false;
      stopping.abort();
      return true;
    }, refused && { refused });
    const { code, err } = await cli(["check", "backend"], { env, folder: folder(), signal: stopping.signal });
    await stop();
    expect(err).toMatch(said);
    expect(code).toBe(130);
    expect(await everything()).toEqual(before);
    expect(calls).toEqual(addedAndRemoved);
  });

  it.each([
    ["a wrong JWT secret", { SUPABASE_JWT_SECRET: "another-secret-of-thirty-two-characters" }, "session of a stranger"],
    [
      "a wrong public key",
      { SUPABASE_PUBLISHABLE_KEY: "sb_publishable_of_somebody_else", SUPABASE_JWT_SECRET: undefined },
      "public key",
    ],
  ])("counts no refusal of the keys as one of the policies: %s", async (_, env, what) => {
    const { report, wrong } = await checked({ ...complete(), ...env });
    expect(wrong).toContainEqual(
      expect.stringMatching(new RegExp(`^policies: The ${what} is not accepted \\(HTTP 40[13]\\)`, "u")),
    );
    expect(refusals(report).filter((line) => /refused \d+ times/u.test(line)).length).toBeLessThan(2);
  });

  it("prints a table with advice, and no addresses, and says on a terminal what takes so long", async () => {
    await sql(
      "alter table waitlist drop constraint waitlist_email_valid; insert into waitlist (email) values ('somebody@private@example.com')",
    );
    const terminal = { interactive: true, columns: 500 };
    const { code, out, err } = await cli(["check", "backend"], {
      env: withoutPublicKey(),
      folder: folder(),
      ...terminal,
    });
    expect(out).toMatch(
      /^WRONG {4}data {9}1 person on the waitlist with a malformed address: [0-9a-f-]{36}\n {9}\s+→ Correct or delete them/mu,
    );
    expect(out + err).not.toContain("private@");
    // The public key and the constraint that are missing, and the row that it would have kept out.
    expect(err).toBe("Checking the backend …\r\u001B[Kerror: 3 things are wrong.\n");
    expect(code).toBe(1);
  });
});
