import { request } from "node:http";
import { PassThrough } from "node:stream";
import { onTestFinished } from "vitest";
import { eventually } from "../support/eventually.ts";
import { cli, type Outcome, type TerminalOptions } from "./terminal.ts";

interface DeskAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A desk that a test has open, until its end. */
interface OpenDesk {
  /** The newest link that the terminal shows. */
  link(): string;
  /** Presses Enter and returns the next link. */
  pressEnter(): Promise<void>;
  /** Presses Ctrl-C. */
  stop(): Promise<Outcome>;
}

export async function openDesk(options: TerminalOptions): Promise<OpenDesk> {
  const controller = new AbortController();
  const input = new PassThrough();
  const links: string[] = [];
  const heard = (text: string) => links.push(text.trim());
  const done = cli(["desk"], { ...options, signal: controller.signal, input, heard });
  const stop = () => {
    controller.abort();
    return done;
  };
  onTestFinished(async () => void (await stop()));
  await eventually("the link is shown", async () => links.length > 0);
  return {
    link: () => links.at(-1) ?? "",
    async pressEnter() {
      const before = links.length;
      input.write("\n");
      await eventually("another link is shown", async () => links.length > before);
    },
    stop,
  };
}

/** Sends a request with headers that `fetch` would not let a test choose. */
export function ask(
  address: string,
  {
    headers = {},
    method = "GET",
    body = "",
  }: { headers?: Record<string, string>; method?: string; body?: string } = {},
): Promise<DeskAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { headers, method, agent: false }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => (text += part));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Opens a link as a browser does. Returns the cookie and the desk's address. */
export async function enter(link: string): Promise<{ cookie: string; desk: string; answer: DeskAnswer }> {
  const answer = await ask(link);
  const [set = ""] = answer.headers["set-cookie"] ?? [];
  return { cookie: set.split(";")[0] ?? "", desk: new URL(".", link).href, answer };
}

/** A browser that may use a desk: `get` reads from a route, and `post` returns the answer to a request. */
export async function useDesk(options: TerminalOptions) {
  const desk = await openDesk(options);
  const { cookie, desk: address } = await enter(desk.link());
  const { origin } = new URL(address);
  return {
    stop: desk.stop,
    get: async (path: string) => JSON.parse((await ask(`${address}api/${path}`, { headers: { cookie } })).body),
    post: (path: string, body: object = {}) =>
      ask(`${address}api/${path}`, { method: "POST", headers: { cookie, origin }, body: JSON.stringify(body) }),
  };
}
