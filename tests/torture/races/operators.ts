import { randomUUID } from "node:crypto";
import { pruneRecords } from "../../../server/retention/prune.ts";
import { now, people, timed } from "./people.ts";
import { type Turn, updateHash, type World } from "./world.ts";
import { codeOf } from "../../../server/errors/caught.ts";

/** The launch is announced to the next wave. */
export const launch = ({ world, draws }: Turn) =>
  world.operate("announce_page", { request: JSON.stringify({ scan: 100, most: 1 + draws.below(10) }) });

/** An update is announced to some people. */
export const tellUpdate = ({ world, draws }: Turn) =>
  world.operate("announce_page", {
    request: JSON.stringify({
      name: draws.pick(["spring", "summer"]),
      hash: updateHash,
      scan: 100,
      most: 1 + draws.below(10),
    }),
  });

/** Some people are marked as told, or as unsubscribed. */
export async function mark({ world, draws }: Turn): Promise<void> {
  const given = draws.some(people, 3);
  const event = draws.pick(["notified", "unsubscribed"]);
  const { span } = await timed(() => world.operate("mark_waitlist", { addresses: JSON.stringify(given), event }));
  if (event === "unsubscribed") world.history.note("left", given, span);
}

const refused = (error: unknown, ...codes: string[]): boolean => codes.some((code) => codeOf(error) === code);

/** An operator decides on an application, which may be gone or already decided. */
export async function review({ world, draws }: Turn): Promise<void> {
  const application = draws.recent(world.applications, 30)?.id;
  if (application === undefined) return;
  const args = {
    application,
    event: randomUUID(),
    actor: draws.pick(["grace", "alan"]),
    decision: draws.pick(["accepted", "declined", "pending"]),
    note: null,
    mail_after_seconds: 0,
    dry_run: draws.chance(10),
  };
  await world.operate("review_application", args).catch((error: unknown) => {
    if (!refused(error, "PT404", "PT409")) throw error;
  });
}

const whatToImport = (email: string, { draws }: Turn) => {
  const person = { id: randomUUID(), email, confirmed_at: draws.chance(70) ? "2026-01-01T00:00:00Z" : null };
  if (draws.chance(20)) return { ...person, suppress: draws.pick(["bounced", "unsubscribed", "complained"]) };
  return draws.chance(20) ? { ...person, unsubscribed_at: "2026-01-02T00:00:00Z" } : person;
};

/** People are imported: subscribers, and some who unsubscribed or must never be mailed. */
export async function importPeople(turn: Turn): Promise<void> {
  const { world, draws } = turn;
  const rows = draws.some(people, 5).map((email) => whatToImport(email, turn));
  const rehearsal = draws.chance(10);
  const args = { people: JSON.stringify(rows), override_suppression: draws.chance(30), dry_run: rehearsal };
  const gone = rows.filter((row) => "suppress" in row || "unsubscribed_at" in row).map(({ email }) => email);
  const coming = rows.map(({ email }) => email).filter((email) => !gone.includes(email));
  const { history } = world;
  const { span } = await timed(() =>
    history.during("came", coming, () => history.during("stored", gone, () => world.operate("import_waitlist", args))),
  );
  if (!rehearsal) history.note("left", gone, span);
}

/** Applications are imported, some of which exist already. */
export async function importApplications({ world, draws }: Turn): Promise<void> {
  const known = draws.chance(50) ? draws.recent(world.applications, 30) : undefined;
  const fresh = draws.some(people, 3).map((email) => ({ id: randomUUID(), email }));
  const brought = known ? [known, ...fresh] : fresh;
  const rows = brought.map((application) => ({
    ...application,
    name: "Name",
    role: "other",
    reason: "Late payers.",
    status: draws.pick(["pending", "accepted"]),
    created_at: new Date(now()).toISOString(),
  }));
  const emails = brought.map(({ email }) => email);
  const args = { applications: JSON.stringify(rows), override_suppression: draws.chance(30) };
  await world.history.during("stored", emails, () => world.operate("import_applications", args));
  world.applications.push(...fresh);
}

/** Somebody is erased. */
export async function erase({ world, draws }: Turn): Promise<void> {
  const person = draws.pick(people);
  const { span } = await timed(() => world.operate("erase_person", { person }));
  world.history.note("erased", [person], span);
}

/** Expired data is erased, with retention times of zero. */
export async function prune({ world, draws }: Turn): Promise<void> {
  const rehearsal = draws.chance(10);
  const pruned = () =>
    pruneRecords(
      (request) => world.operate("prune_page", { request }),
      { unconfirmed: 0, ended: 0 },
      { dryRun: rehearsal },
    );
  await world.history.during("may have left", rehearsal ? [] : people, pruned);
}

/** Reports that are read meanwhile. */
export async function read({ world }: Turn): Promise<void> {
  await world.operate("stats_report", { bucket: "day" });
  await world.operate("email_report", {});
}

/** Failed mails become due again. */
export const retry = ({ world }: { world: World }) => world.operate("retry_emails", { most: 50 });

/** Expired captchas and rate limits are deleted. */
export const sweep = ({ world }: { world: World }) => world.operate("sweep_expired", {});
