import { type Accepted, type FieldErrors, problemMediaType } from "../../server/contract/outcomes.ts";
import { formsUrl, timeout } from "../backend.ts";
import type { FormDefinition } from "./definition.ts";

/** Somebody who joined or confirmed, as the backend answers. */
export interface Person {
  /** The token for `POST /answers`. */
  token: string;
  shareCode: string;
  /** Ids of the questions that are not asked again. */
  answered: readonly string[];
  /** What stands in the link to their place, if they have confirmed. */
  placeLink: string;
}

/** Result of sending a form: stored, refused by the backend for a reason, or lost on the way. */
export type Answer =
  | { kind: "accepted"; person?: Person; received?: object }
  | { kind: "refused"; code: string; errors: FieldErrors; retryAfter: string | null }
  | { kind: "lost" };

/** A parsed JSON answer, of which nothing is certain. */
interface Received {
  code?: unknown;
  errors?: unknown;
  token?: unknown;
  shareCode?: unknown;
  answered?: unknown;
  placeLink?: unknown;
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

function readAnswer(response: Response, received: Received, expected: string | undefined): Answer {
  const { code, errors } = received;
  if (typeof code !== "string") return { kind: "lost" };
  if (response.ok)
    return code === expected ? { kind: "accepted", received, ...readPerson(received) } : { kind: "lost" };
  if (!response.headers.get("content-type")?.startsWith(problemMediaType)) return { kind: "lost" };
  return { kind: "refused", code, errors: readErrors(errors), retryAfter: response.headers.get("retry-after") };
}

function readPerson({ token, shareCode, answered, placeLink = "" }: Received): { person?: Person } {
  if (typeof token !== "string" || typeof shareCode !== "string") return {};
  const ids = Array.isArray(answered) ? answered.map(String) : [];
  return { person: { token, shareCode, answered: ids, placeLink: String(placeLink) } };
}

function readErrors(errors: unknown): FieldErrors {
  return Object.fromEntries(
    Object.entries(Object(errors)).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** The content of a form's fields; empty for a field that the form does not have. */
export function contentOf({ fields }: Pick<FormDefinition, "fields">, form: HTMLFormElement): Record<string, string> {
  const entries = new FormData(form);
  return Object.fromEntries(fields.map(({ name }) => [name, text(entries, name)]));
}

function text(entries: FormData, name: string): string {
  const value = entries.get(name);
  return typeof value === "string" ? value : "";
}

/** Sends a form's content with its captcha token. Never rejects, like {@link postForm}. */
export function sendForm(
  { name, accepted, body }: FormDefinition,
  content: Record<string, string>,
  captcha: string,
): Promise<Answer> {
  return postForm(`/${name}`, accepted, { ...body(content), captcha });
}
