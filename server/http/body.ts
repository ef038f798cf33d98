import * as v from "valibot";
import { maxBodyBytes } from "../contract/limits.ts";
import { ProblemError } from "./problem.ts";

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) throw new ProblemError("too_large");
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Counted while reading: a chunked body carries no length to believe.
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > maxBodyBytes) throw new ProblemError("too_large");
      chunks.push(chunk);
    }
  } catch (cause) {
    // A visitor who went away in the middle of sending is no fault of ours.
    throw cause instanceof ProblemError ? cause : new ProblemError("malformed", { cause });
  }
  return new TextDecoder().decode(await new Blob(chunks.map((chunk) => chunk.slice())).arrayBuffer());
}

/**
 * Reads a JSON body of at most 16 KiB and checks it against a schema of the contract.
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
 * Checks what a request brought against a schema of the contract.
 * @throws ProblemError `invalid` with a message per field.
 */
export function check<S extends v.GenericSchema>(schema: S, data: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, data);
  if (result.success) return result.output;
  const errors: Record<string, string> = {};
  for (const issue of result.issues) errors[v.getDotPath(issue) ?? "body"] ??= issue.message;
  throw new ProblemError("invalid", { errors });
}
