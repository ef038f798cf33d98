import { DatabaseError } from "pg";
import { expect, it } from "vitest";
import { databaseError } from "./databaseFailure.ts";

it("reports a full disk in the same words as through the REST service", () => {
  const refused = new DatabaseError("could not extend file", 0, "error");
  refused.code = "53100";
  expect(databaseError(refused, "import", new AbortController().signal)).toMatchObject({
    code: "failed",
    message: "The disk of the database is full.",
    hint: "Free some space on it, then run the command again.",
  });
});

it("takes a closed connection for that and not for a reader of stdout that has gone, which is no failure", () => {
  const closed = Object.assign(new Error("write EPIPE"), { code: "EPIPE", errno: -32, syscall: "write" });
  expect(databaseError(closed, "import", new AbortController().signal)).toMatchObject({
    code: "unreachable",
    message: "The database has ended the connection.",
  });
});
