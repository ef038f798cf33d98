import { embeddedPublishableKey } from "../../server/contract/embedded.ts";
import type { Tables } from "../support/tables.ts";
import { mailedToken } from "../support/users.ts";

/** A backend that answers REST and auth requests, real or mocked. */
export interface Service {
  service(path: string, init?: RequestInit): Promise<Response>;
  mails: { to: string; text?: string | undefined }[];
  tables: Tables;
}

/** One request of a recording. */
export interface Call {
  method?: string;
  body?: unknown;
  /** Access token of a signed-in user. */
  as?: string;
  headers?: Record<string, string>;
}

const headersThatMatter = [
  "content-type",
  "content-range",
  "preference-applied",
  "x-sb-error-code",
  "sb-error-code",
  "retry-after",
  "cache-control",
  "location",
];

/** What two runs never share, by what it looks like. */
const volatile: [RegExp, string][] = [
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/gu, "<jwt>"],
  [/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gu, "<uuid>"],
  [/\d{4}-\d\d-\d\d[T ][\d:.]+\+00(?::00)?/gu, "<time>"],
  [/(retry-after: )\d+/gu, "$1<seconds>"],
  [/(expires_at"?[:=])\d{10}/gu, "$1<seconds>"],
];

/** A run of requests, with every answer written down: status, headers that matter, body with what is volatile masked. */
export function createRecorder({ service, mails, tables }: Service) {
  const lines: string[] = [];
  return {
    lines,
    tables,
    /** The token of the link in the last mail to an address. */
    token: (to: string) => mailedToken(mails, to),
    /** Sends a request, writes its answer down, and gives the answer's body. */
    async send(path: string, { method = "GET", body, as, headers = {} }: Call = {}): Promise<Record<string, unknown>> {
      const response = await service(path, {
        method,
        redirect: "manual",
        headers: {
          apikey: embeddedPublishableKey,
          "content-type": "application/json",
          ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const kept = headersThatMatter.map((name) => `${name}: ${response.headers.get(name) ?? "-"}`).join("; ");
      const masked = volatile.reduce(
        (all, [pattern, mask]) => all.replaceAll(pattern, mask),
        `${response.status} ${kept}\n${sorted(text)}`,
      );
      lines.push(`${method} ${path}\n${masked}`);
      return Object(parse(text));
    },
  };
}

export type Recorder = ReturnType<typeof createRecorder>;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** JSON with its members in order: theirs is no promise. */
function sorted(text: string): string {
  const value = parse(text);
  return value === undefined
    ? text
    : JSON.stringify(value, (_, member: unknown) =>
        isObject(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => a.localeCompare(b))) : member,
      );
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
