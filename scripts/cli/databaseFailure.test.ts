import { DatabaseError } from "pg";
import { expect, it } from "vitest";
import { databaseError } from "./databaseFailure.ts";

it("says of a full disk what the REST service's answer about it says", () => {
  const refused = new DatabaseError("could not extend file", 0, "error");
  refused.code = "53100";
  expect(databaseError(refused, "import", new AbortController().signal)).toMatchObject({
    code: "failed",
    message: "There is no room left on the disk of the database.",
    hint: "Make room there, then run it again.",
  });
});
