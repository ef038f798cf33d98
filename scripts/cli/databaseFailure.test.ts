import { DatabaseError } from "pg";
import { expect, it } from "vitest";
import { databaseError } from "./databaseFailure.ts";

it("says of a full disk what the REST service's answer about it says", () => {
  const refused = new DatabaseError("could not extend file", 0, "error");
  refused.code = "53100";
  expect(databaseError(refused, "import", new AbortController().signal)).toMatchObject({
    code: "failed",
    message: "The disk of the database is full.",
    hint: "Free some space on it, then run the command again.",
  });
});
