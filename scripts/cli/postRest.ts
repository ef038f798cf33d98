import * as v from "valibot";
import type { Backend } from "./backend.ts";
import { callError } from "./calls.ts";
import type { CliError } from "./errors.ts";
import { messageOf } from "../../server/errors/caught.ts";

/** Where calls go, and what aborts them. */
export type RestTarget = Pick<Backend, "url" | "secretKey" | "post"> & { signal: AbortSignal };

const refusal = v.pipe(v.string(), v.parseJson(), v.object({ message: v.string(), code: v.optional(v.string()) }));

/** How much of an answer is looked at, in bytes: enough to tell a web page by, and too little for anybody's address. */
const beginning = 8;

/** The error for an answer that has the status of a success, and is not what was asked for. */
export const notAsAsked = (body: Buffer, signal: AbortSignal): CliError =>
  callError({ status: 200, error: { message: body.subarray(0, beginning).toString() } }, signal);

/**
 * Posts JSON to a path of the REST service without supabase-js; returns the body of a successful answer.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function postRest(
  { url, secretKey, post, signal }: RestTarget,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Buffer> {
  const all = {
    apikey: secretKey,
    authorization: `Bearer ${secretKey}`,
    "content-type": "application/json",
    ...headers,
  };
  const answer = await post(`${url}/rest/v1/${path}`, all, JSON.stringify(body)).catch((error: unknown) => {
    const message = messageOf(error);
    throw callError({ status: 0, error: { message } }, signal);
  });
  const { status } = answer;
  if (status >= 200 && status < 300) return answer.body;
  const { success, output } = v.safeParse(refusal, answer.body.toString());
  const error = success
    ? { message: output.message, ...(output.code === undefined ? {} : { code: output.code }) }
    : { message: answer.body.toString() };
  throw callError({ status, error }, signal);
}
