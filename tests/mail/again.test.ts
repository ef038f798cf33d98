import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { cli, hosted, scratchFolder } from "../cli/terminal.ts";
import { type OutboxBench, useOutboxBench } from "./support/outboxBench.ts";
import { transportThat } from "./support/transportThat.ts";

let bench: OutboxBench;
useOutboxBench((started) => (bench = started));
let folder: string;
beforeAll(async () => {
  const scratch = await scratchFolder();
  folder = scratch.folder;
  return scratch.remove;
});

const run = (...argv: string[]) => cli(argv, { env: hosted(bench), folder });
const retry = (address: string) => run("mail", "retry", address);
const anHourLater = () =>
  bench.sql(
    "update public.email_outbox set sent_at = sent_at - interval '61 minutes', created_at = created_at - interval '61 minutes'",
  );

/** People who are at each step, each with the mail of it, which was sent. */
async function sent() {
  await bench.sql(`
    insert into public.waitlist (email, confirmed_at, unsubscribed_at) values
      ('asked@example.com', null, null), ('invited@example.com', now(), null), ('left@example.com', now(), now());
    insert into public.beta_applications (id, name, email, role, reason, status) values
      ('00000000-0000-4000-8000-000000000001', 'I', 'invited@example.com', 'other', 'x', 'accepted'),
      ('00000000-0000-4000-8000-000000000002', 'D', 'declined@example.com', 'other', 'x', 'declined');
    delete from public.email_outbox;
    insert into public.email_outbox (kind, email, to_list, application_id, sent_at) values
      ('waitlist-confirmation', 'asked@example.com', false, null, now()),
      ('application-accepted', 'invited@example.com', false, '00000000-0000-4000-8000-000000000001', now() - interval '2 days'),
      ('launch-announcement', 'invited@example.com', true, null, now()),
      ('launch-announcement', 'left@example.com', true, null, now()),
      ('application-declined', 'declined@example.com', false, '00000000-0000-4000-8000-000000000002', now())`);
  await bench.sql(
    "update public.waitlist set notified = true, invite_code = 'P100000000000000' where email = 'invited@example.com'",
  );
}

it("a person gets their last mail again that still applies, once an hour, with the same way in", async () => {
  await sent();
  expect(await retry("invited@example.com")).toMatchObject({
    code: 1,
    err: expect.stringContaining("in the last hour"),
  });
  await anHourLater();
  for (const [who, name] of [
    ["asked", "request to confirm"],
    ["invited", "launch mail"],
    ["declined", "decision"],
  ])
    expect(await retry(`${who}@example.com`)).toMatchObject({
      code: 0,
      err: expect.stringContaining(`Their ${name} is in the outbox again.`),
    });
  expect(await retry("invited@example.com")).toMatchObject({ code: 1, err: expect.stringContaining("queued already") });
  const { taken, transport } = transportThat(() => undefined);
  await bench.drain(transport);
  expect(taken.map(({ to }) => to).toSorted()).toEqual(
    ["asked", "declined", "invited"].map((who) => `${who}@example.com`),
  );
  expect(taken.find(({ to }) => to.startsWith("invited"))?.text).toContain("invite=P100000000000000");
  expect(await retry("asked@example.com")).toMatchObject({ code: 1, err: expect.stringContaining("in the last hour") });
});

it("goes to nobody who left, bounced, confirmed meanwhile or got another decision", async () => {
  await sent();
  await anHourLater();
  await bench.sql(`
    update public.waitlist set confirmed_at = now() where email = 'asked@example.com';
    update public.beta_applications set status = 'pending' where email = 'declined@example.com';
    select public.suppress_email('invited@example.com', 'bounced');
    delete from public.email_outbox where sent_at is null`);
  for (const who of ["left", "asked", "declined", "invited", "nobody"])
    expect(await retry(`${who}@example.com`)).toMatchObject({ code: 0, err: "0 mails are due again.\n" });
  expect(await bench.rows("sent_at is null")).toEqual([]);
});

it("a request to confirm says the operator's own words above ours, and tells nobody of an import that they joined", async () => {
  await bench.sql(
    "insert into public.waitlist (email, created_at) values ('p1@example.com', '2026-05-04'), ('p2@example.com', '2026-05-05')",
  );
  await bench.sql("insert into public.waitlist (email, joined_at) values ('joined@example.com', now())");
  await bench.sql("select public.enqueue_asked_email('waitlist-confirmation', 'joined@example.com')");
  await writeFile(join(folder, "fair.md"), "# We met at the fair\n\nYou gave us *your card*.\n");
  await run("notify", "confirm", "--yes", "--wave", "1");
  await run("notify", "confirm", "fair.md", "--yes");
  const { taken, transport } = transportThat(() => undefined);
  await bench.drain(transport);
  const to = (name: string) => taken.find((mail) => mail.to === `${name}@example.com`);
  expect(to("joined")?.text).toContain("joined its waitlist with this address");
  for (const name of ["p1", "p2"]) expect(to(name)?.text).not.toContain("joined");
  expect(to("p1")?.text).toContain("We have your address from elsewhere.");
  expect(to("p2")).toMatchObject({
    subject: "We met at the fair",
    text: expect.stringMatching(
      /^We met at the fair\n\nYou gave us your card\.[^]*from elsewhere[^]*#confirm=[0-9a-f]{64}\n/u,
    ),
    html: expect.stringContaining("<em>your card</em>"),
  });
  await writeFile(join(folder, "fair.md"), "# In\n\n{{invite_link}}\n");
  expect((await run("notify", "confirm", "fair.md", "--yes")).err).toContain(
    "{{invite_link}} is for people who confirmed.",
  );
});
