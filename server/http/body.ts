import * as v from "valibot";
import { maxBodyBytes } from "../contract/limits.ts";
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
  return check(schema, await readJson(request));
}

/** Reads a body of at most {@link maxBodyBytes} as JSON, whatever its type says. @throws ProblemError `too_large`, `malformed`. */
export async function readJson(request: Request): Promise<unknown> {
  const text = await readText(request);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProblemError("malformed", { cause });
  }
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

/**
 * Reads a body of at most `most` bytes as a stream, so that a large one cannot fill the memory.
 * @returns undefined if it is longer; the rest is not read
 * @throws the error with which the body breaks off
 */
async function readBytes({ body }: Request | Response, most: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > most) return undefined;
    chunks.push(chunk.slice());
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** Largest answer of an external service that is read, in bytes; valid ones have some hundred. */
const longestAnswer = 64 * 1024;

/**
 * Reads the JSON answer of an external service.
 * @throws SyntaxError for invalid JSON, RangeError for more than 64 KiB, the error with which the body breaks off
 */
export async function readAnswer(answer: Response): Promise<unknown> {
  const bytes = await readBytes(answer, longestAnswer);
  if (!bytes) throw new RangeError(`The answer is longer than ${longestAnswer} bytes.`);
  return JSON.parse(new TextDecoder().decode(bytes));
}
