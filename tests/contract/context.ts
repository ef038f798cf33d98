import * as v from "valibot";
import { expect } from "vitest";
import { type BetaContent, betaFields } from "../../server/contract/beta.ts";
import { problemMediaType, problems, type ProblemCode } from "../../server/contract/outcomes.ts";
import { type Backend, type BackendOptions, siteOrigin } from "../support/backend.ts";

/** This is shared by the parts of the contract suite. */
export interface ContractContext {
  /** The backend under test. It is started before the first test. */
  backend(): Backend;
  /** Starts another backend, which is stopped when the test ends. */
  fresh(options: BackendOptions): Promise<Backend>;
  /** Whether our guard is in front of the REST and auth services; on a hosted project Supabase's gateway is. */
  guarded: boolean;
}

/** Sends JSON as the site's browser code does. */
export const post = (backend: Backend, path: string, body: unknown, headers: Record<string, string> = {}) =>
  backend.request(path, {
    method: "POST",
    headers: { "content-type": "application/json", origin: siteOrigin, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

/** An address that has sent nothing yet. */
export const anybody = (): string => `${crypto.randomUUID()}@example.com`;

/** Joins the waitlist with a solved captcha, unless `more` has another one. */
export const join = async (backend: Backend, email: unknown = anybody(), more: object = {}) =>
  post(backend, "/waitlist", { email, captcha: await backend.solveCaptcha(), ...more });

/** A complete application, except for its submission id and captcha. */
export const application: BetaContent = {
  ...v.getDefaults(betaFields),
  name: "Ada Lovelace",
  email: "ada@beta.example",
  role: "other",
  reason: "Late payers.",
};

/** Sends an application with a new id and a solved captcha, unless `more` has others. */
export const apply = async (backend: Backend, more: object = {}) =>
  post(backend, "/beta", {
    ...application,
    submissionId: crypto.randomUUID(),
    captcha: await backend.solveCaptcha(),
    ...more,
  });

/** Makes some calls at once, and returns their statuses in order of size. */
export const statusesOf = async (count: number, call: (n: number) => Promise<Response>): Promise<number[]> =>
  (await Promise.all(Array.from({ length: count }, (_, n) => call(n)))).map(({ status }) => status).sort();

/** Expects the problem `code` in the form of RFC 9457, and returns the body. */
export async function expectProblem(response: Response, code: ProblemCode) {
  const body: unknown = await response.json();
  expect(body).toMatchObject({ code, status: problems[code].status, title: problems[code].title });
  expect(response.status).toBe(problems[code].status);
  expect(response.headers.get("content-type")).toBe(problemMediaType);
  expect(response.headers.get("cache-control")).toBe("no-store");
  return body;
}
