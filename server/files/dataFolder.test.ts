import { expect, it } from "vitest";
import { isOwnName } from "./dataFolder.ts";

it.each([
  "postgres",
  "postgres.new-a1B2c3",
  "postgres.new-a1B2c3.pw",
  "keys.json",
  "keys.json.new-0123456789ab",
  "mail-route",
  "last-backup",
  "lock",
  "inbox",
  "restored",
  "restoring-123",
  "replaced-2026-05-04T12-00-00-000Z",
])("knows %s", (name) => expect(isOwnName(name)).toBe(true));

it.each([
  "",
  "postgresql",
  "postgres.old",
  "keys_json",
  "my-keys.json",
  "lock.new-1",
  "inbox2",
  "restoring-",
  "replaced",
])("does not know %j", (name) => expect(isOwnName(name)).toBe(false));
