import * as v from "valibot";
import { maxBodyBytes } from "../contract/limits.ts";
import { readBytes } from "./bytes.ts";
import { ProblemError } from "./problem.ts";

/**
 * Reads a body of at most {@link maxBodyBytes} as text.
 * @throws ProblemError `too_large`; `malformed` if it breaks off.
 */
export async function readText(request: Request): Promise<string> {
  const length = request.headers.get("content-length");
  if (Number(length ?? 0) > maxBodyBytes) throw new ProblemError("too_large");
  try {
    // Hosts enforce the announced length, and reading the body at once avoids a stream, which is half of a request's work.
    const bytes =
      length === null ? await readBytes(request, maxBodyBytes) : new Uint8Array(await request.arrayBuffer());
    if (!bytes || bytes.byteLength > maxBodyBytes) throw new ProblemError("too_large");
    return new TextDecoder().decode(bytes);
  } catch (cause) {
    // The visitor disconnected while sending, which is no server error.
    throw cause instanceof ProblemError ? cause : new ProblemError("malformed", { cause });
  }
}

/**
 * Reads a JSON body of at most {@link maxBodyBytes} and checks it against a schema of the contract.
 * @throws ProblemError `unsupported_media_type`, `too_large`, `malformed`, or `invalid` with a message per field.
 */
export async function readBody<S extends v.GenericSchema>(request: Request, schema: S): Promise<v.InferOutput<S>> {
  const [mediaType = ""] = (request.headers.get("content-type") ?? "").split(";");
  if (mediaType.trim().toLowerCase() !== "application/json") throw new ProblemError("unsupported_media_type");
  const text = await readText(request);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw new ProblemError("malformed", { cause });
  }
  return check(schema, data);
}

/**
 * Validates a request's data against a schema of the contract.
 * @throws ProblemError `invalid` with a message per field.
 */
export function check<S extends v.GenericSchema>(schema: S, data: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, data);
  if (result.success) return result.output;
  const errors: Record<string, string> = {};
  for (const issue of result.issues) errors[v.getDotPath(issue) ?? "body"] ??= issue.message;
  throw new ProblemError("invalid", { errors });
}
