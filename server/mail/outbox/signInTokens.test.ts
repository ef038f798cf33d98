import { expect, it } from "vitest";
import { DeliveryError } from "../transports/transport.ts";
import { forApplicants } from "./signInTokens.ts";

/** Gets a link for an address; `asked` has those for which the auth service was asked. */
async function linkFor(email: string, hasApplied: (email: string) => Promise<boolean>) {
  const asked: string[] = [];
  const get = forApplicants({ hasApplied }, async (address) => {
    asked.push(address);
    return { token: "t".repeat(40), tokenType: "magiclink" };
  });
  const error = await get(email).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  return { asked, error };
}

it("asks the auth service for an applicant's link, and for nobody else's, whom it would give an account", async () => {
  const hasApplied = async (email: string) => email === "ada@example.com";
  expect(await linkFor("ada@example.com", hasApplied)).toEqual({ asked: ["ada@example.com"], error: undefined });
  const erased = await linkFor("erased@example.com", hasApplied);
  expect(erased.asked).toEqual([]);
  expect(erased.error).not.toBeInstanceOf(DeliveryError);
});

it("tries again when the database does not answer", async () => {
  const { asked, error } = await linkFor("ada@example.com", () => Promise.reject(new Error("no answer")));
  expect(asked).toEqual([]);
  expect(error).toMatchObject({ failure: "temporary", code: "store_unavailable" });
});
