import { expect, it } from "vitest";
import { useDesk } from "./desk.ts";
import { hosted } from "./terminal.ts";
import { useCommands } from "./workplace.ts";

const { backend, query, list } = useCommands();

it("a filter does not mean everybody where it tidies to nothing or is not known: it is refused with the field's name", async () => {
  await query("insert into waitlist (email) values ('ada@example.com'), ('bo@example.com'), ('cy@example.com')");
  const { get, post } = await useDesk({ env: hosted(backend()) });
  const ids = (await list("select id from waitlist where email = 'ada@example.com'")).map(String);
  const wrong: [object, RegExp][] = [
    ...["", " ", "\u200b", "\ud800", "\u0000"].map((search): [object, RegExp] => [{ search }, /"Search: /u]),
    [{ source: "" }, /"Source: /u],
    [{ tag: "" }, /"Tag: /u],
    [{ sauce: "news" }, /sauce/u],
    [{ answer: "invoices:\u200b" }, /invoices/u],
    [{ after: { value: "2026-05-01", id: ids[0], of: 1 } }, /after\.of/u],
    [{ after: { value: "\u0000", id: ids[0] } }, /after\.value/u],
  ];
  for (const [filter, why] of wrong)
    for (const [path, more] of [
      ["people", { order: "oldest" }],
      ["people/export", { order: "oldest" }],
      ["people/act", { what: "tag", tag_name: "vip" }],
    ] as const)
      expect([filter, await post(path, { ...more, ...filter })]).toMatchObject([
        filter,
        { status: 422, body: expect.stringMatching(why) },
      ]);
  // Without these refusals an action for some people would be done for all, or another action than the
  // requested one.
  const [person] = ids;
  for (const [path, body] of [
    ["people/act", { what: "confirm", tag_name: "vip", ids }],
    [`people/${person}/note`, { note: "x", before: "", unknown: 1 }],
    [`people/${person}/unsubscribe`, { unknown: 1 }],
    [`people/${person}/confirm-again`, { unknown: 1 }],
    [`people/${person}/lift-bounce`, { unknown: 1 }],
    [`people/${person}/erase`, { typed: "ada@example.com", unknown: 1 }],
    [`people/${person}/correct`, { typed: "eda@example.com", unknown: 1 }],
    ["applications", { status: "pending", unknown: 1 }],
    [`applications/${person}/review`, { note: "x", unknown: 1 }],
    ["drafts", { kind: "update", markdown: "# News", unknown: 1 }],
    [`drafts/${person}/discard`, { unknown: 1 }],
    ["wave", { what: "confirm", order: "oldest", unknown: 1 }],
    ["wave", { what: "confirm", order: "oldest", source: "" }],
    ["wave/send", { id: "x", unknown: 1 }],
    ["wave/test", { id: "x", to: "me@example.com", unknown: 1 }],
    ["wave/pause", { paused: true, unknown: 1 }],
    ["mails/retry", { unknown: 1 }],
  ] as const)
    expect([path, await post(path, body)]).toMatchObject([path, { status: 422 }]);
  expect(await get("mails/trouble?of=unknown")).toMatchObject({ message: expect.stringContaining("of") });
  expect(await list("select count(*) from waitlist where tags = '{}' and note is null and email <> ''")).toEqual(["3"]);
});

it("one tag more than the 50 that a person can have is refused in a sentence", async () => {
  const { post } = await useDesk({ env: hosted(backend()) });
  await query("insert into waitlist (email) values ('ada@example.com')");
  await query("update waitlist set tags = array(select 't' || n from generate_series(1, 50) n) where email ~ '^ada@'");
  expect(await post("people/act", { what: "tag", tag_name: "vip" })).toMatchObject({
    status: 409,
    body: expect.stringContaining("Tag: one of these people has 50 tags already"),
  });
  expect(await list("select email from waitlist where 'vip' = any (tags)")).toEqual([]);
});
