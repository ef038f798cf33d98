// The dev server of the page: offline by default, with MSW as its backend; or on a real stack that restarts when its
// code changes. Plain JavaScript, as starting through tsx takes twice as long.
import Module, { syncBuiltinESMExports } from "node:module";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import "./bundled.mjs";
import { folderProblem, writeProblem } from "./projectFolder.mjs";

// Before Node 22.15, hooks of Vite and Tailwind send every later import of the process through a separate thread.
// They serve `import.meta.resolve` and plugins that are reloaded. This site uses neither, and the hooks delay the
// first page by a quarter.
Module.register = undefined;
syncBuiltinESMExports();
// With another NODE_ENV, which a shell may have set, Vite would leave out the offline mode.
process.env.NODE_ENV = "development";
const { createServer } = await import("vite");

/** How long the server, its plugins and a stack may take to end, in milliseconds. */
const patience = 5_000;

const usage = "Usage: npm run dev -- [--backend=mocks|embedded] [--port=5173] [--desk]\n";
const help = `${usage}
The page with hot reload: on a backend in the browser (docs/offline.md), or on a real one with a database, restarted when its code changes.
--desk: the page of the operator's desk, on made-up people. --port: by default PORT, else 5173.
`;

async function dev() {
  const problem = folderProblem(fileURLToPath(new URL("..", import.meta.url)));
  if (problem !== undefined) throw new TypeError(problem);
  const { values } = parseArgs({
    options: {
      backend: { type: "string", default: "mocks" },
      port: { type: "string", default: process.env.PORT?.trim() || "5173" },
      desk: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return void process.stdout.write(help);
  if (!["mocks", "embedded"].includes(values.backend)) throw new TypeError(`There is no backend "${values.backend}".`);
  if (!/^\d{1,5}$/u.test(values.port) || Number(values.port) > 65_535)
    throw new TypeError(`The port must be a whole number from 0 to 65535, not "${values.port}".`);
  process.env.PUBLIC_BACKEND = values.backend;
  const server = await createServer({
    ...(values.desk ? { configFile: "scripts/desk/vite.config.ts" } : {}),
    server: { port: Number(values.port) },
  });
  await listen(server, values.port);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => end(server, signal));
  server.printUrls();
  if (!values.desk) server.config.logger.info(places(server.resolvedUrls.local[0], values.backend));
}

/** What a developer would not find by the page's address alone. */
const places = (page, backend) => `  ➜  Mails:   ${page}__mails
  ➜  Backend: ${backend === "mocks" ? "in the page, in any state by the panel in its corner" : "on this machine"} (docs/offline.md)`;

/** Makes the server listen. Where it cannot it is closed, as it would keep this process. */
async function listen(server, port) {
  try {
    await server.listen();
  } catch (error) {
    await server.close();
    // Vite's own error has no code: it has tried all ports from this one on.
    const ofPort = error.syscall === "listen" || error.message.startsWith("No available ports");
    throw ofPort ? new TypeError(`Cannot listen on port ${port}: ${error.message}`) : error;
  }
}

/**
 * Closes the server, and kills the process with the signal when that takes longer than `patience`: a plugin whose
 * folder had been deleted once waited for ever.
 */
function end(server, signal) {
  setTimeout(() => process.kill(process.pid, signal), patience).unref();
  // oxlint-disable-next-line no-console -- Vike would print a stack trace for what is still being loaded, as it cannot be any more.
  console.error = () => undefined;
  return server.close();
}

try {
  await dev();
} catch (error) {
  const usageError = error instanceof TypeError;
  const message =
    usageError || error.name === "SettingsError"
      ? error.message
      : `The dev server bundles its settings below node_modules, and ${writeProblem(error)}. Run it as the owner of that folder.`;
  process.stderr.write(`${message}\n${usageError ? usage : ""}`);
  process.exitCode = usageError ? 2 : 1;
}
