import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { resolveSettings } from "./resolve.ts";
import { settingProblems } from "./validate.ts";

/** A folder without an .env. */
const nowhere = join(tmpdir(), "keelbook-no-settings");

describe("settingProblems", () => {
  const problems = (env: Record<string, string>) => Object.values(settingProblems(resolveSettings({}, env, nowhere)));

  it.each([
    [{ TRUST_PROXY: "-1" }, "TRUST_PROXY must be a whole number from 0 to 9."],
    [{ BASE_PATH: "promo" }, "BASE_PATH must begin and end with a slash, such as /promo/."],
    [{ BASE_PATH: "./promo/" }, "BASE_PATH must begin and end with a slash, such as /promo/."],
    [{ BASE_PATH: "/../promo/" }, "BASE_PATH must begin and end with a slash, such as /promo/."],
    [{ BASE_PATH: "/./" }, "BASE_PATH must begin and end with a slash, such as /promo/."],
    [{ BASE_PATH: "/promo" }, "BASE_PATH must begin and end with a slash, such as /promo/."],
    [{ SITE_URL: "https://a.example/promo", BASE_PATH: "/" }, "BASE_PATH must be /promo/, where SITE_URL leads."],
    [{ SITE_URL: "https://a.example", BASE_PATH: "/promo/" }, "BASE_PATH must be /, where SITE_URL leads."],
    [
      { PUBLIC_SITE_URL: "https://a.example/promo", BASE_PATH: "/other/" },
      "BASE_PATH must be /promo/, where PUBLIC_SITE_URL leads.",
    ],
    [
      { SITE_URL: "https://a.example/m\u00e4rz" },
      "SITE_URL leads to /m%C3%A4rz/. A path can have letters from a to z, digits, slashes and the signs . _ ~ - only.",
    ],
    [{ BASE_PATH: "/rest/v1/" }, "BASE_PATH must not lead to /rest/v1/, where the backend answers."],
    [{ BASE_PATH: "/auth/v1/promo/" }, "BASE_PATH must not lead to /auth/v1/, where the backend answers."],
    [
      { SITE_URL: "https://a.example/functions/v1/forms" },
      "SITE_URL must not lead to /functions/v1/forms/, where the backend answers.",
    ],
    [{ SITE_URL: "ftp://a.example" }, "SITE_URL must be a URL, such as https://example.com."],
    [{ FORMS_SECRET: "short" }, "FORMS_SECRET must have at least 32 characters."],
    [{ RECAPTCHA_SECRET_KEY: "x" }, "RECAPTCHA_SECRET_KEY needs PUBLIC_RECAPTCHA_SITE_KEY beside it."],
    [{ SUPABASE_URL: "https://a.example" }, "SUPABASE_URL needs SUPABASE_SECRET_KEY beside it."],
  ])("of %j", (env, problem) => {
    expect(problems(env)).toEqual([problem]);
  });

  it.each(["abcdefghijklmnopqrs", "abcdefghijklmnopqrstu", "abcdefghijklmnopqrs --x", "--x=abcdefghijklmnopqrst"])(
    "of the project %s, which would end up in a command line",
    (SUPABASE_PROJECT_REF) => {
      expect(problems({ SUPABASE_PROJECT_REF })).toEqual([
        "SUPABASE_PROJECT_REF must be 20 lower-case letters, as in the address of the project's dashboard.",
      ]);
    },
  );

  const [ref, otherRef] = ["abcdefghijklmnopqrst", "zbcdefghijklmnopqrst"];
  const project = (name: string) => ({ SUPABASE_URL: name, SUPABASE_SECRET_KEY: "sb_secret_x" });
  const page = (name: string) => ({ PUBLIC_SUPABASE_URL: name, PUBLIC_SUPABASE_KEY: "sb_publishable_x" });
  const hosted = (name: string) => `https://${name}.supabase.co`;

  it.each([
    [
      { ...project(hosted(ref)), SUPABASE_PROJECT_REF: otherRef },
      [`SUPABASE_PROJECT_REF must be ${ref}, to which SUPABASE_URL leads.`],
    ],
    [
      { ...page(hosted(ref)), SUPABASE_PROJECT_REF: otherRef },
      [`SUPABASE_PROJECT_REF must be ${ref}, to which PUBLIC_SUPABASE_URL leads.`],
    ],
    [
      { ...project(`HTTPS://${ref.toUpperCase()}.Supabase.Co/rest/v1`), ...page(hosted(otherRef)) },
      [`PUBLIC_SUPABASE_URL must be https://${ref}.supabase.co, the project that SUPABASE_URL leads to.`],
    ],
    [{ ...project(hosted(ref)), ...page(`${hosted(ref)}/`), SUPABASE_PROJECT_REF: ref }, []],
    [{ ...project("https://api.keelbook.example"), ...page(hosted(ref)), SUPABASE_PROJECT_REF: ref }, []],
    [{ ...project(hosted(ref)), ...page("https://api.keelbook.example"), SUPABASE_PROJECT_REF: ref }, []],
    [{ ...project("https://evil.supabase.co.example"), SUPABASE_PROJECT_REF: ref }, []],
  ])("of two projects: %j", (env, expected) => {
    expect(problems(env)).toEqual(expected);
  });

  it("of none", () => {
    expect(problems({ BASE_PATH: "/rest/v10/" })).toEqual([]);
    expect(problems({ SITE_URL: "https://a.example/promo/", BASE_PATH: "/promo/" })).toEqual([]);
  });
});
