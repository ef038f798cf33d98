import { access } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono } from "hono";
import { serve } from "../../server/http/serve.ts";
import type { BackendContext } from "../cli/session/context.ts";
import { CliError } from "../data/errors.ts";
import { deskPath, deskPort, guardDesk } from "./access.ts";
import { deskApi } from "./routes/api.ts";
import { problemOf, statusOf } from "./routes/problem.ts";

const page = fileURLToPath(new URL("../../dist/desk", import.meta.url));

export interface Desk {
  /** Makes a link that opens the desk in one browser, once. */
  link(): string;
  /** Resolves when nobody has used it for the time given. */
  idle: Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the desk on its port of the loopback interface, or on any if that is taken. `longestIdle` is in ms.
 * @throws CliError `failed` when its page was not built; StackError when no port can be opened.
 */
export async function openDesk(context: BackendContext, longestIdle: number): Promise<Desk> {
  await access(page).catch((cause: unknown) => {
    throw new CliError("failed", "The page of the desk was not built.", { hint: "Build it: npm run desk", cause });
  });
  let app: Hono | undefined;
  const listen = (port: number) =>
    serve((request) => app?.fetch(request) ?? new Response(null, { status: 503 }), { port, host: "127.0.0.1" });
  const server = await listen(deskPort).catch(() => listen(0));
  const { used, idle, stop } = startIdleTimer(longestIdle);
  const path = deskPath(context.secretKey, server.port);
  const guarded = guardDesk(server.boundUrl, path, used);
  app = guarded.app;
  // The browser shows messages; progress bars of several requests would leave remains in the terminal.
  app.route(`${path}api`, deskApi({ ...context, verbosity: "quiet" }));
  app.get(`${path}*`, serveStatic({ root: page, rewriteRequestPath: (asked) => asked.slice(path.length - 1) }));
  app.onError((error, c) => c.json(problemOf(error, context.embedded), statusOf(error)));
  return {
    link: guarded.link,
    idle,
    close: () => {
      stop();
      return server.close();
    },
  };
}

/** `idle` resolves when `used` has not been called for some ms, unless the timer is stopped before. */
export function startIdleTimer(longestIdle: number): { used(): void; idle: Promise<void>; stop(): void } {
  let end = () => undefined;
  const idle = new Promise<void>((resolve) => {
    end = () => void resolve();
  });
  const timer = setTimeout(() => end(), longestIdle);
  return { idle, used: () => void timer.refresh(), stop: () => clearTimeout(timer) };
}
