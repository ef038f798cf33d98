import type { MockKeys } from "../apiKey.ts";
import type { MockState } from "../state.ts";
import { UnhandledRequest } from "../unhandled.ts";
import { json } from "./answers.ts";
import { readJson } from "./body.ts";
import { type Caller, identify } from "./caller.ts";
import { MockDatabase } from "./database.ts";
import { type FunctionName, functions, isFunctionName, readArguments } from "./functions.ts";
import { RestError } from "./restError.ts";
import { answerTable, isMethod } from "./tableCalls.ts";
import { isTableName } from "./tables.ts";
import { Unmocked } from "./unmocked.ts";
import { asJsonb } from "./values.ts";

/** Answers `/rest/v1/*` as PostgREST does: the calls that the product makes, and no others. */
export async function answerRest(request: Request, state: MockState, keys: MockKeys): Promise<Response> {
  try {
    const caller = await identify(request, keys);
    if (caller instanceof Response) return caller;
    const [, name = "", called = ""] = /^\/rest\/v1\/([^/]+)(?:\/(.+))?$/u.exec(new URL(request.url).pathname) ?? [];
    if (name === "rpc" && isFunctionName(called) && request.method === "POST")
      return await answerFunction(request, called, caller, state);
    if (called !== "" || !isTableName(name) || !isMethod(request.method)) throw new UnhandledRequest(request);
    return await answerTable(request, request.method, name, caller, new MockDatabase(state));
  } catch (error) {
    if (error instanceof RestError) return json(error.body, { status: error.status, head: request.method === "HEAD" });
    throw error instanceof Unmocked ? new UnhandledRequest(request, error.message) : error;
  }
}

async function answerFunction(
  request: Request,
  name: FunctionName,
  { role }: Caller,
  state: MockState,
): Promise<Response> {
  const args = readArguments(name, await readJson(request, {}));
  if (role !== "service_role") throw RestError.denied(role, "function", name);
  return json(asJsonb(functions[name].call(args, new MockDatabase(state), state)), {
    headers: { "content-range": "0-0/*" },
  });
}
