import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import type { Plugin } from "vite";

const project = fileURLToPath(new URL("../..", import.meta.url));

/** The address of the desk's routes, and the cookie of a browser that may use them. */
interface Routes {
  address: string;
  cookie: string;
}

/** Passes the page's requests on to `prelaunch desk` on made-up people, who are gone when the dev server ends. */
export function deskBackend(): Plugin {
  const folder = join(tmpdir(), `keelbook-desk-${process.pid}`);
  // The settings may name a project, but these are not its people.
  const env = { ...process.env, SUPABASE_URL: "", SUPABASE_SECRET_KEY: "" };
  let child: ChildProcess | undefined;
  let routes: Promise<Routes> | undefined;
  let stopping: Promise<void> | undefined;

  function run(script: string, ...flags: string[]) {
    const all = [`scripts/${script}.mjs`, ...flags];
    const started = spawn(process.execPath, all, { cwd: project, env, stdio: ["pipe", "pipe", "inherit"] });
    child = started;
    return started;
  }
  const prelaunch = (command: string) => run("prelaunch", "--quiet", "--data", folder, command);

  async function start(): Promise<Routes> {
    await once(run("bundle"), "exit");
    const [code] = await once(prelaunch("seed"), "exit");
    if (code !== 0) throw new Error("Nobody could be made up for the desk.");
    const desk = prelaunch("desk");
    // If nobody has used the desk for an hour, it ends, and the next request starts it again.
    desk.once("exit", () => (routes = undefined));
    const [link] = await once(desk.stdout, "data");
    const address = String(link).trim();
    const { headers } = await fetch(address, { redirect: "manual" });
    return { address, cookie: headers.get("set-cookie")?.split(";")[0] ?? "" };
  }

  async function stop(): Promise<void> {
    if (child?.exitCode === null) {
      child.kill("SIGINT");
      await once(child, "exit");
    }
    await rm(folder, { recursive: true, force: true });
  }

  return {
    name: "desk-backend",
    apply: "serve",
    config: () => ({ cacheDir: join(project, "node_modules/.vite-desk"), server: { host: "127.0.0.1" } }),
    // Vite waits for this when it closes.
    closeBundle: () => (stopping ??= stop()),
    configureServer({ middlewares, httpServer, config }) {
      const ask = () => (routes ??= start());
      httpServer?.once("listening", () =>
        ask().catch((error: unknown) => stopping ?? config.logger.error(String(error))),
      );
      const forward = getRequestListener(
        async (request) => {
          const { address, cookie } = await ask();
          const { pathname, search } = new URL(request.url);
          const forwarded = new Request(new URL(pathname.slice(1) + search, address), request);
          forwarded.headers.set("origin", new URL(address).origin);
          forwarded.headers.set("cookie", cookie);
          forwarded.headers.delete("host");
          return fetch(forwarded, { redirect: "manual" });
        },
        { overrideGlobalObjects: false },
      );
      // The pattern has a path after it because "/api" alone would also match the module `api.ts`.
      middlewares.use((request, response, next) =>
        request.url?.startsWith("/api/") ? void forward(request, response) : next(),
      );
    },
  };
}
