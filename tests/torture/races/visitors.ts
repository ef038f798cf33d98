import { randomBytes, randomUUID } from "node:crypto";
import { applyForBeta } from "../../../server/forms/beta.ts";
import { joinWaitlist } from "../../../server/forms/waitlist.ts";
import type { Admission } from "../../../server/store/admission.ts";
import { now, people, timed } from "./people.ts";
import type { Turn, World } from "./world.ts";

/** 32 random bytes in hex, in the form of a keyed hash. */
export const newHash = (): string => randomBytes(32).toString("hex");

const newSolution = () => ({ hash: newHash(), expiresAt: new Date(now() + 60_000) });

const admission = (form: "waitlist" | "beta", solution = newSolution()): Admission => ({
  bucket: { key: `${form}:${newHash()}`, burst: 1000, secondsPerRequest: 1 },
  solution,
  trapped: false,
});

async function joinAs({ store, history }: World, email: string, solution?: Admission["solution"]): Promise<string> {
  const { answer, span } = await timed(() =>
    history.during("came", [email], () => store.submit(joinWaitlist, { email }, admission("waitlist", solution))),
  );
  if (answer.outcome === "joined" || answer.outcome === "already_subscribed")
    history.note("acknowledged", [email], span);
  return answer.outcome;
}

async function applyAs(world: World, application: World["applications"][number], solution?: Admission["solution"]) {
  const { store, history, applications } = world;
  const { id, email } = application;
  const content = { submissionId: id, email, name: "Name", role: "other", reason: "Late payers." } as const;
  const { outcome } = await history.during("stored", [email], () =>
    store.submit(applyForBeta, content, admission("beta", solution)),
  );
  if (outcome === "submitted" && !applications.some((known) => known.id === id)) applications.push(application);
  return outcome;
}

const newApplication = (email: string) => ({ id: randomUUID(), email });

/** Somebody joins the waitlist. */
export const join = ({ world, draws }: Turn) => joinAs(world, draws.pick(people));

/** Several people join together, in one call. */
export const joinTogether = ({ world, draws }: Turn) =>
  Promise.all(draws.some(people, 5).map((email) => joinAs(world, email)));

/** Somebody applies, or sends an application again, which may be another person's. */
export function apply({ world, draws }: Turn) {
  const email = draws.pick(people);
  const sent = draws.chance(20) ? draws.recent(world.applications, 30) : undefined;
  return applyAs(world, sent ? { ...sent, email } : newApplication(email));
}

/** Two people spend one captcha at once: one of them has to solve another. */
export async function spendCaptchaTwice({ world, draws }: Turn): Promise<void> {
  const solution = newSolution();
  const outcomes = await Promise.all([
    joinAs(world, draws.pick(people), solution),
    draws.chance(50)
      ? joinAs(world, draws.pick(people), solution)
      : applyAs(world, newApplication(draws.pick(people)), solution),
  ]);
  if (outcomes.filter((outcome) => outcome === "captcha_spent").length !== 1)
    world.findings.add("spent", outcomes.join());
}

/** Somebody confirms their address, or does so twice at once. */
export async function confirm({ world, draws }: Turn): Promise<void> {
  const link = draws.recent(world.links.confirm, 60);
  if (!link) return;
  await Promise.all(
    Array.from({ length: draws.chance(40) ? 2 : 1 }, () => world.store.confirm({ tokenHash: link.hash })),
  );
}

/** Somebody unsubscribes by a link, or follows it twice at once. */
export async function unsubscribe({ world, draws }: Turn): Promise<void> {
  const link = draws.recent(world.links.unsubscribe, 60);
  if (!link) return;
  await Promise.all(
    Array.from({ length: draws.chance(40) ? 2 : 1 }, async () => {
      const { answer, span } = await timed(() => world.store.unsubscribe({ tokenHash: link.hash }));
      if (answer) world.history.note("left", [link.email], span);
    }),
  );
}
