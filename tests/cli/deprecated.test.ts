import { expect, it, onTestFinished } from "vitest";
import { type Deprecation, deprecations } from "../../server/settings/deprecated.ts";
import { startBackend } from "../support/backend.ts";
import { cli, hosted } from "./terminal.ts";

it("warns of a setting, an event, a command, a flag and a column that go, where they are used, and only then", async () => {
  const backend = await startBackend();
  const going = (kind: Deprecation["kind"], name: string) => ({ kind, name, instead: "the new one", goes: "1.2.0" });
  deprecations.push(
    going("setting", "PRODUCT_URL"),
    going("event", "waitlist.joined"),
    going("command", "import"),
    going("command", "mail status"),
    going("flag", "--dry-run"),
    going("column", "name"),
  );
  onTestFinished(async () => {
    deprecations.length = 0;
    await backend.stop();
  });
  const notes = async (argv: string[], env: Record<string, string | undefined>, input = "") =>
    (await cli(argv, { env, input })).err.split("\n").filter((line) => line.startsWith("note: "));
  const env = { ...hosted(backend), WEBHOOK_URL: "https://hooks.slack.com/services/x" };
  const note = (what: string) => `note: The ${what} goes in version 1.2.0: use the new one.`;
  expect(await notes(["import", "waitlist", "-", "--dry-run"], env, "email,name\nada@example.com,A\n")).toEqual(
    ["command import", "flag --dry-run", "setting PRODUCT_URL", "event waitlist.joined", "column name"].map(note),
  );
  const without = { ...env, PRODUCT_URL: undefined, WEBHOOK_URL: undefined };
  expect(await notes(["mail", "failed"], without)).toEqual([]);
  expect(await notes(["mail", "status"], without)).toEqual([note("command mail status")]);
  expect(await notes(["stats", "--quiet"], env)).toEqual([]);
});
