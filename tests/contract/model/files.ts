import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { Act } from "./people.ts";
import { leave, newPerson, type State, suppress } from "./state.ts";

/** A line of a file about the waitlist. */
export interface Line {
  email: string;
  standing: "subscribed" | "unsubscribed" | "bounced" | "complained";
  confirmed: boolean;
}

interface Listed {
  confirmed: boolean;
  notified: boolean;
  leftOn: number | undefined;
}

/** A person whom a file names. An import never brings back anybody who unsubscribed, was erased or must not be mailed. */
function importPerson(state: State, email: string, listed: Listed): void {
  const before = state.people.get(email);
  if (before && listed.leftOn !== undefined) leave(before, listed.leftOn);
  if (before || state.suppressed.has(email) || state.erased.has(email)) return;
  state.people.set(email, newPerson({ ...listed }));
}

/** Imports a provider's list. */
export const importList =
  (lines: Line[], spelled: (email: string) => string): Act =>
  async (state, world) => {
    const rows = lines.map(
      ({ email, standing, confirmed }) => `${spelled(email)},${standing},${confirmed ? "2026-01-02T03:04:05Z" : ""}`,
    );
    await world.write("list.csv", ["email,status,confirmed_at", ...rows, ""].join("\n"));
    expect(await world.run(["import", "waitlist", "list.csv"])).toMatchObject({ code: 0 });
    for (const { email, standing, confirmed } of lines) {
      if (standing === "bounced" || standing === "complained") {
        suppress(state, email, standing);
        leave(state.people.get(email), state.today);
      } else {
        const leftOn = standing === "unsubscribed" ? state.today : undefined;
        importPerson(state, email, { confirmed, notified: false, leftOn });
      }
    }
  };

/** Exports, and remembers what the files say: they are imported some time later. */
export const keep: Act = async (state, world) => {
  for (const subject of ["waitlist", "beta"])
    await world.run(["export", subject, "--format", "csv", "--force", "--out", `old-${subject}.csv`]);
  Object.assign(world.old, {
    people: [...state.people].map(([email, { confirmed, notified, leftOn }]) => ({
      email,
      confirmed,
      notified,
      leftAgo: leftOn === undefined ? undefined : state.today - leftOn,
    })),
    applications: [...state.applications].map(([id, { email, status }]) => ({ id, email, status })),
  });
};

/** Imports the files that were kept earlier. */
export const bringBack: Act = async (state, world) => {
  const { people, applications } = world.old;
  const filled = async (name: string) =>
    (await readFile(join(world.folder, name), "utf8").catch(() => "")).includes("@");
  if (people.length > 0 && (await filled("old-waitlist.csv"))) {
    expect(await world.run(["import", "waitlist", "old-waitlist.csv"])).toMatchObject({ code: 0 });
    for (const { email, leftAgo, ...listed } of people)
      importPerson(state, email, { ...listed, leftOn: leftAgo === undefined ? undefined : state.today - leftAgo });
  }
  if (applications.length > 0 && (await filled("old-beta.csv"))) {
    expect(await world.run(["import", "beta", "old-beta.csv"])).toMatchObject({ code: 0 });
    for (const { id, email, status } of applications)
      if (!state.applications.has(id) && !state.erased.has(email))
        state.applications.set(id, { email, status, decidedHere: false, heard: new Set() });
  }
};
