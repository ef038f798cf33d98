import { expect, it } from "vitest";
import { useCommands } from "./workplace.ts";

const { run, query, list, write } = useCommands();

const people = () => list("select concat_ws(' ', email, source, tags::text) from waitlist order by email");

it("an import with a tag is taken back: whom it added and who did nothing since, and the tag and source of others", async () => {
  await query(`insert into waitlist (email, source, tags, confirmed_at, joined_at) values
    ('own@example.com', 'podcast', '{vip}', now(), now()), ('plain@example.com', null, '{}', now(), now()),
    ('tagged@example.com', 'podcast', '{fair-may}', now(), now())`);
  const before = await people();
  const names = ["own", "plain", "tagged", "idle", "confirms", "applies", "refers", "leaves", "twice"];
  await write("cards.csv", `email\n${names.map((name) => `${name}@example.com`).join("\n")}\n`);
  await write("twice.csv", "email\ntwice@example.com\n");
  const imported = ["import", "waitlist", "cards.csv", "--tag", "fair-may", "--source", "fair"];
  expect((await run([...imported, "--dry-run"])).err).toContain("2 listed already would get the tag fair-may.");
  expect(await people()).toEqual(before);
  expect((await run(imported)).err).toContain("2 listed already got the tag fair-may.");
  // Again, as after an interruption.
  expect((await run(imported)).err).not.toContain("got the tag");
  await run(["import", "waitlist", "twice.csv", "--tag", "june"]);
  expect(await people()).toEqual(
    expect.arrayContaining([
      "idle@example.com fair {fair-may}",
      "own@example.com podcast {vip,fair-may}",
      "plain@example.com fair {fair-may}",
      "tagged@example.com podcast {fair-may}",
    ]),
  );
  await query(`
    insert into consent_events (person, event) select id, 'confirmed' from waitlist where email = 'confirms@example.com';
    insert into beta_applications (name, email, role, reason) values ('A', 'applies@example.com', 'other', 'x');
    insert into waitlist (email, referred_by, joined_at)
      select 'friend@example.com', share_code, now() from waitlist where email = 'refers@example.com';
    select withdraw_consent('leaves@example.com')`);
  const undo = ["import", "--undo", "fair-may"];
  const says = (what: string) =>
    expect.stringContaining(`${what}: 1 person whom it added and who did nothing since. 7 others lose`);
  expect(await run([...undo, "--dry-run"])).toMatchObject({ code: 0, err: says("To take off the list") });
  expect(await run(undo)).toMatchObject({ code: 2, err: expect.stringContaining("--yes") });
  expect(await people()).toContain("idle@example.com fair {fair-may}");
  expect((await run([...undo, "--yes"])).err).toContain("Taken off the list: 1 person");
  expect(await people()).toEqual([
    "applies@example.com {}",
    "confirms@example.com {}",
    "friend@example.com {}",
    "leaves@example.com {}",
    "own@example.com podcast {vip}",
    "plain@example.com {}",
    "refers@example.com {}",
    "tagged@example.com podcast {fair-may}",
    "twice@example.com {june}",
  ]);
  // Nobody is recorded as having left who did not, and the file can be imported again.
  expect(await list("select c.event from consent_events c where c.event = 'unsubscribed'")).toHaveLength(1);
  expect(await list("select reason from email_suppressions")).toEqual([]);
  expect((await run([...undo, "--yes"])).err).toContain("There is nothing to take back");
  expect((await run(imported)).err).toContain("1 added");
});

it("the options of an import that is taken back, or tagged, go together", async () => {
  for (const [argv, said] of [
    [["import", "--undo", "Fair May"], "Give up to 32 small letters"],
    [["import", "waitlist", "x.csv", "--undo", "fair"], "it reads no file"],
    [["import", "waitlist", "x.csv", "--source", "fair"], "--source goes with --tag"],
    [["import", "beta", "x.csv", "--tag", "fair"], "--tag is for `import waitlist`"],
    [["import", "waitlist", "x.csv", "--tag", "fair", "--bounced"], "--tag does not go with --bounced"],
    [["import"], "missing required argument 'table'"],
  ] as const)
    expect(await run([...argv])).toMatchObject({ code: 2, err: expect.stringContaining(said) });
});
