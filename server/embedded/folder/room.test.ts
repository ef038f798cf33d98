import { constants, tmpdir } from "node:os";
import { getSystemErrorName } from "node:util";
import { describe, expect, it } from "vitest";
import { StackError } from "../errors/stackError.ts";
import { hasNoRoom } from "./room.ts";

/** Nothing can be written there, and it says so: no byte is free. */
const full = "/proc";

const coded = (message: string, code: string) => Object.assign(new Error(message), { code });

/** As Node's file calls fail where a quota is used up. */
function overQuota() {
  const errno = -constants.errno.EDQUOT;
  const code = getSystemErrorName(errno);
  return Object.assign(new Error(`${code}: ${code}, write`), { errno, code, syscall: "write" });
}

describe.runIf(process.platform === "linux")("a disk with no room for another segment", () => {
  it.each([
    ["PostgreSQL does not start", new StackError("The database in x does not start: aborting startup.")],
    ["the connection has gone", new Error("Connection terminated unexpectedly")],
    ["it was shut down", coded("terminating connection", "57P01")],
    ["what started on it lost it", new Error("not ready", { cause: coded("read ECONNRESET", "ECONNRESET") })],
  ])("is the cause where %s", async (_name, error) => {
    expect(await hasNoRoom(full, error)).toBe(true);
    expect(await hasNoRoom(tmpdir(), error)).toBe(false);
  });

  it.each([
    ["an interruption", new DOMException("The operation was aborted", "AbortError")],
    ["a damaged backup", new Error("The backup is damaged, or is none: it is empty.")],
    ["a statement that is refused", coded("syntax error", "42601")],
    ["something else", "a string"],
  ])("is not the cause of %s", async (_name, error) => {
    expect(await hasNoRoom(full, error)).toBe(false);
  });
});

it.each([
  coded("ENOSPC: no space left on device, write", "ENOSPC"),
  new Error("x: No space left on device"),
  ...(process.platform === "win32" ? [] : [overQuota()]),
  new StackError("FATAL:  could not write to file: Disk quota exceeded"),
])("is the cause where it says so: %s", async (error) => {
  expect(await hasNoRoom(tmpdir(), error)).toBe(true);
});
