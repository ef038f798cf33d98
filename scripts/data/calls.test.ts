import { describe, expect, it } from "vitest";
import { callError, callFunction, type Data } from "./calls.ts";

const { signal } = new AbortController();

it.each([503, 500])("says that the database has no room: %i", (status) => {
  const error = { code: "53100", message: 'could not extend file "base/5/16404"' };
  const { code, message, hint } = callError({ error, status }, signal);
  expect([code, message]).toEqual(["failed", "The disk of the database is full."]);
  expect(hint).toBe("Free some space on it, then run the command again.");
});

it.each([200, 404])("says that a web page answers in Supabase's place, without quoting it: %i", (status) => {
  const error = { message: "\n<!doctype html><title>Welcome to the hotel</title>" };
  const { code, message, hint } = callError({ error, status }, signal);
  expect([code, message]).toEqual(["unreachable", `A web page answers, not Supabase (HTTP ${status}).`]);
  expect(hint).toContain("SUPABASE_URL");
});

it("says no more of a paused project than that where the answer is a web page", () => {
  const { message } = callError({ error: { message: "<html></html>" }, status: 540 }, signal);
  expect(message).toBe("The project is paused (HTTP 540).");
});

it.each([
  [500, "terminating connection due to administrator command", "unreachable"],
  // The text quotes what somebody wrote.
  [400, 'invalid input syntax for type uuid: "terminating connection"', "failed"],
])("tells a database that went away from words like its own: %i %s", (status, message, expected) => {
  expect(callError({ error: { code: "22P02", message }, status }, signal).code).toBe(expected);
});

describe("a call that is refused", () => {
  it.each([
    [401, { message: "Invalid API key" }],
    [403, { code: "42501", message: "permission denied" }],
  ])("is put down to the secret key where that is not believed: %i %j", (status, error) => {
    const { code, message } = callError({ error, status }, signal);
    expect([code, message]).toEqual(["configuration", `The backend refuses the secret key (HTTP ${status}).`]);
  });

  it("names the missing right where the database refuses it", () => {
    const error = { code: "42501", message: "permission denied for function schema_report" };
    const { code, message, hint } = callError({ error, status: 403 }, signal);
    expect([code, message]).toEqual([
      "configuration",
      "The database refuses the call (HTTP 403): permission denied for function schema_report",
    ]);
    expect(hint).toContain("SUPABASE_SECRET_KEY");
    expect(hint).toContain("npx prelaunch deploy");
  });

  it.each([
    ["42883", "function public.stats_report(bucket => text) does not exist"],
    ["PGRST202", "Could not find the function public.stats_report(bucket) in the schema cache"],
  ])("says that a migration is missing where the database lacks something: %s", (given, said) => {
    const { code, message, hint } = callError({ error: { code: given, message: said }, status: 404 }, signal);
    expect([code, message]).toEqual(["failed", `The database lacks what this command needs (${given}): ${said}`]);
    expect(hint).toContain("npx prelaunch deploy");
  });
});

it("passes no argument that a function does not have: the compiler refuses it, also from a spread", () => {
  const more = { nickname: "Ada" };
  // @ts-expect-error the line below has to stay an error
  expect((data: Data) => callFunction(data, "retry_emails", { most: 1, ...more })).toBeTypeOf("function");
});
