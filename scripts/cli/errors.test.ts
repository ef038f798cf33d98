import { constants } from "node:os";
import { getSystemErrorName } from "node:util";
import { expect, it } from "vitest";
import { writeError } from "./errors.ts";

it.skipIf(process.platform === "win32")("says that a quota is used up, of which Node only knows the number", () => {
  const errno = -constants.errno.EDQUOT;
  const code = getSystemErrorName(errno);
  const error = Object.assign(new Error(`${code}: ${code}, write`), { errno, code, syscall: "write" });
  expect(writeError("a.csv", error)).toMatchObject({ message: "a.csv cannot be written: the disk quota is used up." });
});
