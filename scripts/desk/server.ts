import { access } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono } from "hono";
import type { DeskPlace, DeskProblem } from "../../server/contract/desk.ts";
import { serve } from "../../server/http/serve.ts";
import { messageOf } from "../../server/lib/caught.ts";
import type { BackendContext } from "../cli/session/context.ts";
import { CliError, type ErrorCode } from "../data/errors.ts";
import { deskPath, deskPort, guardDesk } from "./access.ts";
import { addApplications } from "./routes/applications.ts";
import { addDrafts } from "./routes/drafts.ts";
import { addMails } from "./routes/mails.ts";
import { readFindings, readOverview } from "./routes/overview.ts";
import { addPeople } from "./routes/people.ts";
import { addWaves } from "./routes/waves.ts";
import { addressOf } from "../cli/session/settings.ts";

const page = fileURLToPath(new URL("../../dist/desk", import.meta.url));

/** HTTP status for each error code of a command. */
const statuses = {
  failed: 409,
  usage: 422,
  configuration: 500,
  unreachable: 503,
  interrupted: 503,
} as const satisfies Record<ErrorCode, number>;

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
  addRoutes(app, path, { ...context, verbosity: "quiet" });
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

/** Adds the routes of the page, and the page itself. */
function addRoutes(app: Hono, path: string, context: BackendContext): void {
  const api = app.basePath(`${path}api`);
  api.get("/place", (c) => c.json<DeskPlace>({ name: placeOf(context) }));
  api.get("/overview", async (c) => c.json(await readOverview(context)));
  api.get("/findings", async (c) => c.json(await readFindings(context)));
  addPeople(api, context);
  addApplications(api, context);
  addMails(api, context);
  addWaves(api, context);
  addDrafts(api, context);
  app.get(`${path}*`, serveStatic({ root: page, rewriteRequestPath: (asked) => asked.slice(path.length - 1) }));
  app.onError((error, c) =>
    c.json(problemOf(error, context.embedded), error instanceof CliError ? statuses[error.code] : 500),
  );
}

/** The answer if an embedded stack does not respond. */
const stopped: DeskProblem = {
  message: "The site is stopped on this machine: nobody can join, and no mail is sent.",
  hint: "Start it: npm start. Then try again here.",
};

/** The page's answer for an error. If an embedded stack is stopped, it says how to start it. */
export function problemOf(error: Error, embedded: boolean): DeskProblem {
  if (!(error instanceof CliError)) return { message: messageOf(error) };
  if (error.code === "unreachable" && embedded) return stopped;
  return { message: error.message, ...(error.hint === undefined ? {} : { hint: error.hint }) };
}

/** Names the site. A hosted project is named by the site's host, because nobody knows the project's name. */
function placeOf({ embedded, settings, url }: BackendContext): string {
  return embedded ? "on this machine" : new URL(addressOf("SITE_URL", settings) ?? url).host;
}
