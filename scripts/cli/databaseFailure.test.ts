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
