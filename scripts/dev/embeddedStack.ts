import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { createServerModuleRunner, type Plugin, type ViteDevServer } from "vite";
import { exemptLoopback } from "../../server/lib/loopback.ts";
import { readMailSettings, readTarget } from "../../server/settings/hosts.ts";
import { defaultOf } from "../../server/settings/definitions.ts";
import { resolveSettings, textsOf } from "../../server/settings/resolve.ts";
import type { Stack, startStack } from "../../server/embedded/stack/stack.ts";

const apis = ["/rest/v1", "/auth/v1", "/functions/v1", "/inbox"];

/** The folders with the stack's code. A change in them restarts the stack. */
const sources = ["server", join("supabase", "migrations")];

/** The share of the captcha's usual work, which is small because developers solve many captchas. */
const captchaEffort = 0.1;

/** This server has a separate cache, because two dev servers with the same one delete each other's bundles. */
const cacheFolder = join("node_modules", ".vite-embedded");

/** Files that are saved within this time count as one change, in ms. */
const pause = 100;

type Load = () => Promise<{ startStack: typeof startStack }>;

/**
 * Loads the current code of the stack. Vite's `ssrLoadModule` would print the errors that occur because the server
 * is being closed.
 */
function loader({ environments }: ViteDevServer): Load {
  const runner = createServerModuleRunner(environments.ssr, { hmr: false, sourcemapInterceptor: false });
  return () => runner.import("/server/embedded/stack/stack.ts");
}

declare global {
  /**
   * The secret of this process's inbox page. It stays the same, and so does the page's address, while the stack or
   * Vite restarts.
   */
  var inboxSecret: string | undefined;
}

/** @throws SettingsError when it is not a path. */
const readDataFolder = (): string => readTarget(textsOf(resolveSettings({}, process.env, process.cwd()))).DATA_FOLDER;

async function start(server: ViteDevServer, load: Load, dataFolder: string, signal: AbortSignal): Promise<Stack> {
  const { startStack: startAnew } = await load();
  const { logger } = server.config;
  const url = server.resolvedUrls?.local[0];
  const stack = await startAnew({
    dataFolder,
    port: 0,
    captchaEffort,
    mail: readMailSettings({}),
    ...(url === undefined ? {} : { siteUrl: url.replace(/\/$/u, "") }),
    log: (line: string) => logger.warn(line),
    onError(error) {
      if (error instanceof Error) server.ssrFixStacktrace(error);
      logger.error(describe(error));
      server.environments.client.hot.send("backend:error", describe(error));
    },
    inboxSecret: (globalThis.inboxSecret ??= randomBytes(32).toString("base64url")),
    signal,
  });
  logger.info(`The embedded stack is up on ${stack.url}, its data in ${stack.dataFolder}`);
  if (stack.inbox !== undefined)
    logger.info(`Its mails are shown on ${new URL(new URL(stack.inbox).pathname, url ?? stack.inbox)}`);
  return stack;
}

/**
 * Describes an expected failure in a line, and anything else, such as a mistake in the stack's code, with its stack
 * trace. The error is recognised by its name, because reloading the stack's code makes new classes.
 */
const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.name === "StackError" ? error.message : (error.stack ?? error.message);
};

/** The embedded stack behind the dev server (`npm run dev -- --backend=embedded`); restarts when its code changes. */
export function embeddedStack(): Plugin {
  let dataFolder = "";
  return {
    name: "embedded-backend",
    apply: (_, { command }) => command === "serve" && process.env["PUBLIC_BACKEND"] === "embedded",
    config: () => {
      dataFolder = readDataFolder();
      return { cacheDir: cacheFolder, server: { watch: { ignored: [`**/${defaultOf("DATA_FOLDER")}/**`] } } };
    },
    configureServer(server) {
      const { httpServer } = server;
      const load = loader(server);
      const closing = new AbortController();
      let stack: Promise<Stack> | undefined;
      let timer: NodeJS.Timeout | undefined;
      const stop = () =>
        stack?.then(
          (running) => running.stop(),
          () => undefined,
        );
      const restart = () => {
        const stopped = stop();
        stack = Promise.resolve(stopped).then(() => start(server, load, dataFolder, closing.signal));
        stack.catch((error: unknown) => {
          if (httpServer?.listening) server.config.logger.error(describe(error));
        });
      };
      exemptLoopback(process.env);
      httpServer?.once("listening", restart);
      httpServer?.once("close", () => {
        closing.abort();
        return stop();
      });
      server.watcher.on("all", (_, file) => {
        if (
          !sources.some((folder) => file.startsWith(join(server.config.root, folder))) ||
          /[/\\]mocks[/\\]|\.test\.ts$/u.test(file)
        )
          return;
        clearTimeout(timer);
        timer = setTimeout(restart, pause);
      });
      // A request during a restart waits for it.
      const forward = getRequestListener(
        async (request) => {
          const running = await stack;
          const { pathname, search } = new URL(request.url);
          return fetch(new Request(new URL(pathname + search, running?.boundUrl), request), { redirect: "manual" });
        },
        { overrideGlobalObjects: false },
      );
      server.middlewares.use((request, response, next) =>
        apis.some((path) => request.url?.startsWith(`${path}/`)) ? forward(request, response) : next(),
      );
    },
  };
}
