import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { embeddedPublishableKey } from "../../server/contract/brand.ts";
import { roles } from "../../server/contract/limits.ts";
import { formsBasePath } from "../../server/contract/outcomes.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { startStack, type Stack } from "../../server/embedded/stack/stack.ts";
import { readMailSettings } from "../../server/settings/hosts.ts";
import { cli } from "../cli/terminal.ts";
import { mailArrived } from "../support/inboxMails.ts";
import { mintCaptchaFor } from "../support/mintCaptcha.ts";
import { productUrl } from "../support/product.ts";
import { testPassword } from "../support/users.ts";

/** The token of an unsubscription link in a mail that a release has sent, and whose it is. */
export const oldLink = { token: "unsubscribes-whoever-got-this-mail", email: "ben@example.com" };

/** A person whose request to confirm a release has queued and not sent. */
export const queuedFor = "queued@example.com";

const post = (stack: Stack, path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${stack.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

/** What a form or a link answers. @throws Error for a refusal */
async function send(stack: Stack, path: string, body: object): Promise<Record<string, string>> {
  const answer = await post(stack, `${formsBasePath}${path}`, body, { origin: stack.url });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.status === 204 ? {} : answer.json();
}

const submit = async (stack: Stack, path: string, body: object) =>
  send(stack, path, { ...body, captcha: await mintCaptchaFor(stack.keys.captchaSecret) });

async function tokenMailed({ dataFolder }: Stack, email: string, link: RegExp, count = 1): Promise<string[]> {
  const { text = "" } = (await mailArrived(dataFolder, email, count)) ?? {};
  return [...(link.exec(text) ?? [])].slice(1);
}

async function confirm(stack: Stack, email: string): Promise<Record<string, string>> {
  const [token] = await tokenMailed(stack, email, /#confirm=(\w+)/u);
  return send(stack, "/confirm", { token });
}

/** Signs up, and in by the link in the mail. */
async function signUp(stack: Stack, email: string): Promise<void> {
  const apikey = embeddedPublishableKey;
  await post(stack, "/auth/v1/signup", { email, password: testPassword }, { apikey });
  const [token_hash, type] = await tokenMailed(stack, email, /#token_hash=([^&\s]+)&type=(\w+)/u);
  const verified = await post(stack, "/auth/v1/verify", { token_hash, type }, { apikey });
  if (!verified.ok) throw new Error(`The link of ${email} does not sign in: ${verified.status}`);
}

/** Joins, applies and decides by the routes and commands as people do, on a stack that runs on `dataFolder` meanwhile. */
export async function actAsPeople(folder: string, dataFolder: string): Promise<void> {
  const mail = readMailSettings({ PRODUCT_URL: productUrl });
  const stack = await startStack({ dataFolder, port: 0, mail });
  const command = async (...argv: string[]) => {
    const { code, err } = await cli([...argv, "--data", dataFolder], { folder, env: { PRODUCT_URL: productUrl } });
    if (code !== 0) throw new Error(`prelaunch ${argv.join(" ")} ended with ${code}: ${err}`);
  };
  try {
    // A webhook counts as set, so that events are queued.
    await withClient(stack.databaseUrl, (client) =>
      client.query("insert into system_times (name) values ('webhook_asked')"),
    );
    await send(stack, "/visits", { source: "newsletter" });
    await submit(stack, "/waitlist", { email: "ada@example.com", source: "newsletter" });
    const { token, shareCode } = await confirm(stack, "ada@example.com");
    await send(stack, "/answers", { token, answers: { time: "taxes" } });
    for (const name of ["ben", "cleo", "dora", "gus", "hal", "ida"])
      await submit(stack, "/waitlist", { email: `${name}@example.com`, via: shareCode });
    for (const name of ["ben", "dora", "gus", "hal"]) await confirm(stack, `${name}@example.com`);
    await signUp(stack, "signed.up@example.com");
    await applyAndDecide(stack, command);
    await writeFile(join(folder, "people.csv"), "email,name\neve@example.com,Eve\nfinn@example.com,Finn\n");
    await writeFile(join(folder, "may.md"), "# May\n\nHello {{name|there}}, your link: {{share_link}}\n");
    await command("import", "waitlist", "people.csv", "--tag", "fair", "--source", "fair");
    await command("notify", "confirm", "--yes");
    await command("notify", "launch", "--wave", "1", "--yes");
    await command("notify", "update", "may.md", "--name", "may", "--yes");
    await command("erase", "ida@example.com", "--yes");
  } finally {
    await stack.stop();
  }
}

async function applyAndDecide(stack: Stack, command: (...argv: string[]) => Promise<void>): Promise<void> {
  const applications = roles.map((role) => ({ role, submissionId: crypto.randomUUID() }));
  for (const { role, submissionId } of applications)
    await submit(stack, "/beta", {
      name: "Ada",
      email: `${role}@example.com`,
      company: "Ada & Co",
      reason: "Invoices.",
      role,
      submissionId,
    });
  const decide = (decision: string, nth: number) =>
    command("beta", decision, applications[nth]?.submissionId ?? "", "--as", "ada", "--note", "Met at the fair.");
  await decide("accept", 0);
  await decide("decline", 1);
  for (const [nth, decision] of [
    [2, "accept"],
    [3, "decline"],
  ] as const) {
    await decide(decision, nth);
    await decide("reopen", nth);
  }
}

const body = `'subject', 'S', 'preheader', 'P', 'bodyHtml', '<p>B</p>', 'bodyText', 'B'`;

/** SQL that adds what else there can be: the acts of others, what takes time, and troubles. */
export const restOfRows = `
  select record_email_event('bounced', '["gus@example.com"]'), record_email_event('complained', '["hal@example.com"]');
  select correct_email('cleo@example.com', 'cleo.berg@example.com');
  select suppress_email('long.gone@example.com', 'unsubscribed');
  select unsubscribe_email(hash) from email_tokens t join waitlist w on w.id = t.person
    where purpose = 'unsubscribe' and email = 'dora@example.com';
  insert into email_tokens (hash, purpose, person, expires_at)
    select encode(sha256('${oldLink.token}'), 'hex'), 'unsubscribe', id, '2100-01-01' from waitlist where email = '${oldLink.email}';
  update waitlist set note = 'Wants to help.', friends = 1, redeemed_at = now() where email = 'ada@example.com';
  insert into waitlist (email, confirmed_at, referred_by, sender_credit)
    select credit || '@example.com', now(), 'ADA00000', credit from unnest(array['counted', 'oneself', 'mailbox_counted', 'same_network']) credit;
  insert into waitlist (email) values ('${queuedFor}');
  select mark_places();
  insert into erasures (removed, applications_until) values ('{"beta_applications": 2}', '2020-01-01');
  insert into mail_drafts (kind, subject, markdown, name)
    values ('update', 'June', '# June', 'june'), ('launch-announcement', 'Launch', '# Launch', ''),
      ('waitlist-confirmation', 'Hello', '# Hello', '');
  insert into email_batches (not_before, leased_until, sealed_at, size, digest) values (now(), now(), now(), 1, repeat('a', 64));
  insert into email_outbox (kind, email) values ('waitlist-confirmation', '${queuedFor}');
  insert into email_outbox (kind, email, leased_until, attempts, doubtful_since, failing_since, last_error)
    values ('waitlist-confirmation', 'sending@example.com', now() + interval '1 minute', 2, now(), now(), 'smtp_451');
  insert into email_outbox (kind, email, attempts, failed_at, last_error)
    values ('waitlist-confirmation', 'failed@example.com', 9, now(), 'smtp_550');
  insert into email_outbox (kind, email, attempts, sent_at, provider_id)
    values ('waitlist-confirmation', 'sent@example.com', 1, now(), '<1@provider.example>');
  insert into email_outbox (kind, email, to_list, wave, scheduled, not_before)
    values ('launch-announcement', 'later@example.com', true, 2, true, '2100-01-01');
  insert into email_outbox (kind, email, to_list, wave, batch, attempts)
    select 'launch-announcement', 'batched@example.com', true, 1, id, 1 from email_batches;
  select queue_operator_mails('operator@example.com', jsonb_build_array(
    jsonb_build_object('kind', 'operator-digest', 'at', now(), 'parameters', jsonb_build_object('about', 'digest', 'day', '2026-05-04', ${body})),
    jsonb_build_object('kind', 'operator-alert', 'at', now(), 'parameters', jsonb_build_object('about', 'disk', 'day', '2026-05-04', ${body})))::text);
  insert into system_times (name, at) select name, now() - interval '1 hour'
    from unnest(array['list_counted', 'store_checked', 'mail_pace', 'mail_limited', 'list_waits']) name on conflict do nothing;
  insert into system_times (name, at, reason, why, place) values
    ('list_paused', now(), 'operator', null, null), ('sender_rests', now(), null, 'smtp_421', null),
    ('pruned', now(), null, null, '{"part": "links", "after": ""}') on conflict do nothing;
  update webhook_events set attempts = 1, leased_until = now(), failing_since = now(), failed_at = now(), last_error = 'http_500'
    where type = 'beta.decided'`;
