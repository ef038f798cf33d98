import { trapName } from "../../server/contract/limits.ts";
import { type Accepted, type FieldErrors, problemMediaType } from "../../server/contract/outcomes.ts";
import { formsUrl, timeout } from "../backend.ts";
import type { FormDefinition } from "./definition.ts";

/** Result of sending a form: stored, refused by the backend for a reason, or lost on the way. */
export type Answer =
  | { kind: "accepted" }
  | { kind: "refused"; code: string; errors: FieldErrors; retryAfter: string | null }
  | { kind: "lost" };

/** A parsed JSON answer, of which nothing is certain. */
interface Received {
  code?: unknown;
  errors?: unknown;
}

/**
 * Sends JSON to the form backend; `expected` is the code of its success, undefined if that is a 204. Never rejects: without a network,
 * without an answer within {@link timeout}, or with an answer that is not the backend's (a proxy's error page, a static host's
 * index.html) the result is `lost`.
 */
export async function postForm(path: string, expected: Accepted["code"] | undefined, body: object): Promise<Answer> {
  try {
    const response = await fetch(formsUrl + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeout),
    });
    if (expected === undefined && response.status === 204) return { kind: "accepted" };
    const content: Received = await response.json();
    return readAnswer(response, content, expected);
  } catch {
    return { kind: "lost" };
  }
}

function readAnswer(response: Response, { code, errors }: Received, expected: string | undefined): Answer {
  if (typeof code !== "string") return { kind: "lost" };
  if (response.ok) return { kind: code === expected ? "accepted" : "lost" };
  if (!response.headers.get("content-type")?.startsWith(problemMediaType)) return { kind: "lost" };
  return { kind: "refused", code, errors: readErrors(errors), retryAfter: response.headers.get("retry-after") };
}

function readErrors(errors: unknown): FieldErrors {
  return Object.fromEntries(
    Object.entries(Object(errors)).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** What stands in a form's fields; empty for a field that the form does not have. */
export function contentOf({ fields }: Pick<FormDefinition, "fields">, form: HTMLFormElement): Record<string, string> {
  const entries = new FormData(form);
  return Object.fromEntries([...fields.map(({ name }) => name), trapName].map((name) => [name, text(entries, name)]));
}

function text(entries: FormData, name: string): string {
  const value = entries.get(name);
  return typeof value === "string" ? value : "";
}

/** Sends a form's content with its captcha token. Never rejects, like {@link postForm}. */
export function sendForm(
  { name, accepted, body }: FormDefinition,
  { [trapName]: trap, ...content }: Record<string, string>,
  captcha: string,
): Promise<Answer> {
  return postForm(`/${name}`, accepted, { ...body(content), ...(trap && { [trapName]: trap }), captcha });
}
