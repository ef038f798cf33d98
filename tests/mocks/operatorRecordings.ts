import type { Recorder } from "./recording.ts";

const table = "/rest/v1/waitlist";
const ids = ["a", "b", "c", "d"].map((letter) => `${letter}0000000-0000-4000-a000-000000000000`);
const [a = "", b = "", c = "", d = ""] = ids;
const moment = "2026-05-01T10:00:00.000001+00:00";
const people = [
  { id: b, email: "b@example.com", created_at: "2026-05-01T10:00:00.000001Z", source: "a.b" },
  { id: a, email: "a@example.com", created_at: "2026-05-01T12:00:00.000001+02:00", source: null },
  { id: c, email: "c@example.com", created_at: "2026-05-01 10:00:00.12", source: "a-b" },
  { id: d, email: "d@example.com", created_at: "2026-05-04", source: "a.b" },
];
const address = (query: Record<string, string> | [string, string][]) =>
  `${table}?${new URLSearchParams(query).toString()}`;

/** Adds people as supabase-js does it for a list. */
const upsert = (
  { send }: Recorder,
  rows: object[],
  query: Record<string, string>,
  prefer = "resolution=ignore-duplicates,return=representation",
) =>
  send(
    address({
      columns: Object.keys(rows[0] ?? {})
        .map((name) => `"${name}"`)
        .join(","),
      ...query,
    }),
    { method: "POST", body: rows, service: true, headers: { prefer } },
  );

/** Requests of the operator's commands, and their failures. */
export const operatorRecordings: Record<string, (recorder: Recorder) => Promise<unknown>> = {
  async "upserts of import and seed"(recorder) {
    const { send } = recorder;
    const email = { on_conflict: "email", select: "id" };
    await upsert(recorder, people, email);
    await upsert(recorder, people, email);
    await upsert(
      recorder,
      [
        { id: d, email: "a@example.com" },
        { id: crypto.randomUUID(), email: "new@example.com" },
      ],
      email,
    );
    await upsert(recorder, [{ email: "twice@example.com" }, { email: "twice@example.com" }], email);
    await upsert(recorder, [{ id: a, email: "other@example.com" }], email);
    await upsert(recorder, [{ email: "a@example.com" }], email, "return=representation");
    await upsert(recorder, [{ email: "a@example.com" }], email, "resolution=ignore-duplicates,return=minimal");
    await upsert(recorder, [{ email: "a@example.com" }], email, "return=representation,resolution=ignore-duplicates");
    await upsert(recorder, [{ email: "a@example.com" }], email, "resolution=ignore-duplicates");
    await upsert(recorder, [{ id: a, email: "other@example.com" }], { select: "email" });
    await upsert(recorder, [{ email: "a@example.com" }], { select: "email" });
    await upsert(recorder, [{ email: "Not@Normal.example" }], email);
    await upsert(recorder, [{ email: null }], email);
    await upsert(recorder, [{ email: "x@example.com", nonsense: 1 }], email);
    await upsert(recorder, [{ email: "x@example.com" }], { on_conflict: "nonsense" });
    await upsert(recorder, [{ email: "x@example.com" }], { on_conflict: "source" });
    await upsert(recorder, [{ email: "x@example.com", source: "left-out", nonsense: 1 }], {
      columns: '"email"',
      select: "email,source",
    });
    await upsert(recorder, [{ email: "x@example.com" }], { columns: '"email","nonsense"' });
    await send(table, {
      method: "POST",
      body: [{ email: "y@example.com" }, { email: "z@example.com", source: "x" }],
      service: true,
    });
    await send(address({ select: "email,source,created_at", order: "email" }), { service: true });
    const application = { id: a, name: "A", email: "a@example.com", role: "other", reason: "x" };
    for (const name of ["A", "B"])
      await send("/rest/v1/beta_applications?on_conflict=id&select=name", {
        method: "POST",
        body: [{ ...application, name }],
        service: true,
        headers: { prefer: "resolution=ignore-duplicates,return=representation" },
      });
  },

  async "pages and counts of export"(recorder) {
    const { send } = recorder;
    await upsert(recorder, people, { on_conflict: "email" });
    const read = (query: Record<string, string> | [string, string][], method = "GET") =>
      send(address(query), {
        method,
        service: true,
        ...(method === "HEAD" ? { headers: { prefer: "count=exact" } } : {}),
      });
    const after = (id: string) => `(created_at.gt."${moment}",and(created_at.eq."${moment}",id.gt.${id}))`;
    const page = (id: string): [string, string][] => [
      ["select", "email,created_at,id"],
      ["created_at", "lte.2026-05-04T00:00:00+00:00"],
      ["created_at", `gte.${moment}`],
      ["or", after(id)],
      ["order", "created_at.asc,id.asc"],
    ];
    await read({ select: "created_at,id", order: "created_at.desc,id.desc", limit: "1" });
    for (const id of [a, b, d]) await read([...page(id), ["limit", "2"]]);
    await read({ select: "email", order: "created_at,id", limit: "2", offset: "1" });
    await read([
      ["select", "email"],
      ["created_at", "gte.2026-05-01T00:00:00.000Z"],
      ["created_at", "lt.2026-05-01T10:00:00.120Z"],
      ["order", "created_at,id"],
    ]);
    await read([
      ["select", "email"],
      ["created_at", "gte.2026-05-01T00:00:00.000Z"],
      ["created_at", "gte.2026-05-01T10:00:00.1Z"],
      ["order", "created_at,id"],
    ]);
    await read({ select: "email", notified: "eq.false", source: "is.null" });
    await read({ select: "email,source", order: "source.desc,email" });
    await read({ select: "email,source", order: "source,email.desc" });
    await read({
      select: "email",
      or: '(email.eq."a@example.com",and(source.eq.a.b,or(id.eq.d0000000-0000-4000-a000-000000000000,email.lt."a\\"")))',
      order: "email",
    });
    await read({ select: "email", or: "(nonsense.gt.1,email.eq.x)" });
    await read({ select: "email", or: "(email.eq.x,and(nonsense.gt.1,email.eq.x))" });
    await read({ select: "email", order: "nonsense" });
    for (const query of [
      { select: "id" },
      { select: "id", notified: "eq.true" },
      { select: "id", source: "eq.a.b" },
      { select: "id", limit: "1" },
      { select: "id", nonsense: "eq.1" },
    ] satisfies Record<string, string>[])
      await read(query, "HEAD");
    await send(address({ select: "id" }), { method: "HEAD", headers: { prefer: "count=exact" } });
    await send(address({ select: "id", limit: "1", order: "id" }), {
      service: true,
      headers: { prefer: "count=exact" },
    });
  },

  async "the figures of stats, and the data of check"(recorder) {
    const call = (name: string, body?: unknown) =>
      recorder.send(`/rest/v1/rpc/${name}`, { method: "POST", ...(body === undefined ? {} : { body }), service: true });
    await call("stats_report", { bucket: "day" });
    await call("data_report", {});
    await upsert(recorder, people, { on_conflict: "email" });
    const applications = [
      ["other", "pending"],
      ["consultant", "declined"],
      ["other", "accepted"],
      ["consultant", "declined"],
    ].map(([role, status]) => ({
      name: "A",
      email: "a@example.com",
      role,
      reason: "x",
      status,
      created_at: "2026-05-02T00:00:00Z",
    }));
    await recorder.send("/rest/v1/beta_applications", { method: "POST", body: applications, service: true });
    await recorder.send(address({ email: "eq.c@example.com" }), {
      method: "PATCH",
      body: { notified: true, confirmed_at: moment, unsubscribed_at: moment },
      service: true,
    });
    await call("stats_report", { bucket: "day" });
    await call("stats_report", { bucket: "week" });
    await call("stats_report", { bucket: "day", since: "2026-05-01T10:00:00.120Z" });
    await call("stats_report", { bucket: "week", since: "2026-05-01", until: "2026-05-04T00:00:00.000Z" });
    await call("data_report");
    const wrong = ["fi@example.com", "\uFB01@example.com", "x@example..com"];
    await upsert(
      recorder,
      wrong.map((email, index) => ({ email, created_at: `2026-05-0${index + 1}` })),
      { on_conflict: "email" },
    );
    await recorder.send("/rest/v1/beta_applications", {
      method: "POST",
      body: { name: "A", email: "x@example..com", role: "other", reason: "x" },
      service: true,
    });
    await call("data_report", {});
  },

  async "a person's data and its erasure"(recorder) {
    const { send, code } = recorder;
    const call = (name: string, person: string, caller: object = { service: true }) =>
      send(`/rest/v1/rpc/${name}`, { method: "POST", body: { person }, ...caller });
    const email = "ada@example.com";
    await upsert(
      recorder,
      [
        { email, source: "friend" },
        { email: "other@example.com", source: null },
      ],
      { on_conflict: "email" },
    );
    const application = { name: "Ada", email, role: "other", reason: "x", company: null };
    await send("/rest/v1/beta_applications", { method: "POST", body: [application, application], service: true });
    await send("/auth/v1/signup", {
      method: "POST",
      body: { email, password: "a-long-passphrase", data: { name: "Ada" } },
    });
    await call("person_data", email);
    const session = await send("/auth/v1/verify", {
      method: "POST",
      body: { type: "signup", email, token: code(email) },
    });
    const as = String(session["access_token"]);
    for (const caller of [{}, { as }])
      for (const name of ["person_data", "erase_person"]) await call(name, email, caller);
    await send("/auth/v1/logout?scope=global", { method: "POST", as });
    await call("person_data", " ADA@example.com ");
    await call("person_data", "nobody@example.com");
    await call("erase_person", "nobody@example.com");
    await call("erase_person", "Ada@Example.com");
    await call("erase_person", email);
    await call("person_data", email);
    await send("/auth/v1/token?grant_type=password", {
      method: "POST",
      body: { email, password: "a-long-passphrase" },
    });
    await send("/rest/v1/erasures?select=id,erased_at,removed", { service: true });
    await send("/rest/v1/erasures", { method: "POST", body: { removed: [1] }, service: true });
    await send(address({ select: "email" }), { service: true });
  },
};
