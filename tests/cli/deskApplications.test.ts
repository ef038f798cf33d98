import { expect, it } from "vitest";
import { useDesk } from "./desk.ts";
import { hosted } from "./terminal.ts";
import { useCommands } from "./workplace.ts";

const { backend, query, list, run } = useCommands();

const [late, early, other] = ["1", "2", "3"].map((n) => `0000000${n}-0000-4000-8000-000000000000`);

it("applications on the desk are decided on with a minute to undo it, and say who was quicker", async () => {
  await query(`insert into beta_applications (id, name, email, role, reason, created_at) values
    ('${early}', 'Bob', 'bob@example.com', 'other', 'So', now()),
    ('${late}', 'Ada', 'ada@example.com', 'other', 'Why not', now() - interval '50 hours'),
    ('${other}', 'Eve', 'eve@example.com', 'other', 'Yes', now())`);
  const { get, post } = await useDesk({ env: { ...hosted(backend()), OPERATOR: "Olga" } });
  const listed = JSON.parse((await post("applications", { status: "pending" })).body);
  expect(listed).toMatchObject({ actor: "Olga", more: false, applications: [{ name: "Ada" }, {}, {}] });
  const path = `applications/${late}/review`;
  expect((await post(path, { decision: "accepted" })).body).toContain(
    "Ada: accepted; the applicant will be mailed in 60 s.",
  );
  expect(await list("select not_before > now() + interval '50 seconds' from email_outbox")).toEqual([true]);
  expect((await post(path, { decision: "pending" })).body).toContain("no mail had been sent");
  expect((await post(path, { note: "  Call her  " })).body).toContain("Noted.");
  expect(await get(`applications/${late}/events`)).toMatchObject([
    { actor: "Olga", to_status: "accepted" },
    { actor: "Olga", to_status: "pending" },
    { actor: "Olga", note: "Call her" },
  ]);
  await run(["beta", "decline", early ?? "", "--as", "Paul"]);
  const slower = await post(`applications/${early}/review`, { decision: "accepted" });
  expect(slower).toMatchObject({ status: 409, body: expect.stringMatching(/^.{12}Bob: It was declined by Paul/u) });
  // The page of a person links to an application like this.
  const opened = JSON.parse((await post("applications", { status: "declined", id: early })).body);
  expect(opened.applications).toMatchObject([{ name: "Bob" }]);
  await query(`delete from beta_applications where id = '${other}'`);
  expect((await post(`applications/${other}/review`, { decision: "accepted" })).body).toContain("not there any more");
  expect(await post(path, { decision: "perhaps" })).toMatchObject({ status: 422 });
});

it("an application on the desk says what became of the one before from the same address", async () => {
  await query(`insert into beta_applications (name, email, role, reason, status, created_at) values
    ('Ada', 'ada@example.com', 'other', 'First', 'declined', now() - interval '9 days'),
    ('Ada', 'ada@example.com', 'other', 'Second', 'accepted', now() - interval '8 days'),
    ('Ada', 'ada@example.com', 'other', 'Third', 'pending', now()),
    ('Bob', 'bob@example.com', 'other', 'First', 'pending', now())`);
  const { post } = await useDesk({ env: hosted(backend()) });
  const before = async (status: string) => {
    const { applications } = JSON.parse((await post("applications", { status })).body);
    return applications.map(({ name, before: was }: { name: string; before: string | null }) => [name, was]);
  };
  expect((await before("pending")).toSorted()).toEqual([
    ["Ada", "accepted"],
    ["Bob", null],
  ]);
  expect(await before("accepted")).toEqual([["Ada", "declined"]]);
});
