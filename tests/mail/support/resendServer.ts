import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { listen } from "../../support/listen.ts";

const mail = v.object({ to: v.tuple([v.string()]), subject: v.string(), text: v.string() });
/** A mail that the stand-in accepted. */
export type AcceptedMail = v.InferOutput<typeof mail> & { key: string };

/** What may go wrong with a request: nobody reads it, or it is carried out and its answer is lost, or another answer. */
export type Mishap = "unread" | "unanswered" | { status: number; name: string; retryAfter?: number };

export interface ResendOptions {
  /** Requests a second of a team; Resend's default is 5. */
  perSecond?: number;
  /** Whether a recipient is refused. */
  refuses?: (to: string) => boolean;
  /** What goes wrong with the nth request, from 0. */
  mishap?: (n: number) => Mishap | undefined;
  /** Time from carrying a request out to its answer, in ms. */
  takes?: () => number;
}

interface Answer {
  status: number;
  body: unknown;
}

const failed = (status: number, name: string): Answer => ({
  status,
  body: { statusCode: status, name, message: name },
});

/**
 * A stand-in of Resend's API with its documented limits and answers
 * (https://resend.com/docs/api-reference/emails/send-email, …/rate-limit, …/errors, …/idempotency-keys).
 */
export async function startResend(options: ResendOptions = {}) {
  const { perSecond = 5, refuses = () => false, mishap = () => undefined, takes = () => 0 } = options;
  const accepted: AcceptedMail[] = [];
  const known = new Map<string, { text: string; answer: Answer; isDone: boolean }>();
  let window = { ends: 0, left: 0 };
  let [requests, limited] = [0, 0];

  const accept = (given: unknown, key: string): string | undefined => {
    const read = v.safeParse(mail, given);
    if (!read.success || refuses(read.output.to[0])) return undefined;
    accepted.push({ ...read.output, key });
    return `${accepted.length}`;
  };

  const one = (body: unknown, key: string): Answer => {
    const id = accept(body, key);
    return id === undefined ? failed(422, "validation_error") : { status: 200, body: { id } };
  };

  /** Many mails, in the permissive mode that `x-batch-validation` asks for. */
  const many = (body: unknown, key: string, mode: string): Answer => {
    if (!Array.isArray(body) || body.length === 0 || body.length > 100) return failed(422, "validation_error");
    const strict = mode !== "permissive";
    if (strict && body.some((given) => !v.is(mail, given))) return failed(422, "validation_error");
    const data: { id: string }[] = [];
    const errors: { index: number; message: string }[] = [];
    for (const [index, given] of body.entries()) {
      const id = accept(given, key);
      if (id === undefined) errors.push({ index, message: "Invalid `to` field." });
      else data.push({ id });
    }
    return { status: 200, body: { data, ...(strict ? {} : { errors }) } };
  };

  /** The answer to a request, of which a key that is known carries nothing out again. */
  const answerOf = (request: IncomingMessage, body: unknown): Answer => {
    const key = String(request.headers["idempotency-key"] ?? "");
    const text = JSON.stringify(body);
    const before = known.get(key);
    if (before && before.text !== text) return failed(409, "invalid_idempotent_request");
    if (before) return before.isDone ? before.answer : failed(409, "concurrent_idempotent_requests");
    const answer = request.url?.endsWith("/batch")
      ? many(body, key, String(request.headers["x-batch-validation"]))
      : one(body, key);
    if (answer.status === 200) known.set(key, { text, answer, isDone: false });
    return answer;
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await json(request);
    const wrong = mishap(requests++);
    if (wrong === "unread") return void request.socket.destroy();
    const now = performance.now();
    if (now >= window.ends) window = { ends: now + 1000, left: perSecond };
    const isLate = --window.left < 0;
    if (isLate) limited++;
    const answer = isLate
      ? failed(429, "rate_limit_exceeded")
      : typeof wrong === "object"
        ? failed(wrong.status, wrong.name)
        : answerOf(request, body);
    await sleep(takes());
    const carriedOut = known.get(String(request.headers["idempotency-key"]));
    if (carriedOut) carriedOut.isDone = true;
    if (wrong === "unanswered") return void request.socket.destroy();
    const rest = isLate
      ? Math.ceil((window.ends - now) / 1000)
      : typeof wrong === "object"
        ? wrong.retryAfter
        : undefined;
    const headers = rest === undefined ? {} : { "retry-after": String(rest) };
    response.writeHead(answer.status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(answer.body));
  };

  const server = createServer(
    (request, response) => void handle(request, response).catch(() => request.socket.destroy()),
  );
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    /** The mails that were accepted, in their order. */
    accepted,
    /** How many requests came, and how many of these were too many. */
    counts: () => ({ requests, limited }),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
