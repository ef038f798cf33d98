import { type ChildProcess, execFileSync, spawn, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, open as openFile, readFile, rm, writeFile } from "node:fs/promises";
import { type RequestOptions, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { certificateFiles, hasOpenssl, makeCertificate } from "./certificate.ts";
import { eventually } from "./eventually.ts";
import { onFreePorts } from "./onFreePorts.ts";

/** A web server for which deploy/ has a configuration. */
export type WebServerName = "nginx" | "caddy";

/** Whether a program is on this machine. */
function hasProgram(...command: [string, ...string[]]): boolean {
  const [program, ...args] = command;
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** The web servers with a configuration in deploy/, and whether this machine has the programs to test each. */
export const webServers = (["nginx", "caddy"] as const).map((name) => ({
  name,
  needs: `needs ${name} and openssl`,
  here: hasProgram(name, name === "nginx" ? "-v" : "version") && hasOpenssl,
}));

/** One of the machine's web servers, on its own port, with a self-signed certificate. */
export interface WebServer {
  /** The answer to a request sent from an address of 127.0.0.0/8. */
  ask(
    path: string,
    options?: RequestOptions & { body?: string },
  ): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>;
  /** Sends a request whose body does not come. It answers `continued` when the server waits for the body. */
  open(path: string, options: RequestOptions): { continued: Promise<unknown>; end(): void };
  /** The whole log. */
  logged(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * The values that a configuration needs: the ports on the loopback interface, the certificate's files, and the
 * log's.
 */
export interface Place {
  port: number;
  /** Port for requests without TLS. */
  plainPort: number;
  log: string;
  certificate: string;
  key: string;
}

/**
 * Starts the server with a test's configuration: one or two `server` blocks for nginx, a Caddyfile for Caddy.
 * @throws Error with the log when it does not start.
 */
export async function startWebServer(
  name: WebServerName,
  config: (place: Place) => Promise<string>,
): Promise<WebServer> {
  const folder = await mkdtemp(join(tmpdir(), `keelbook-${name}-`));
  const file = (base: string) => join(folder, base);
  await makeCertificate(folder);
  const certificate = { certificate: file(certificateFiles.cert), key: file(certificateFiles.key) };
  const { child, ask, open } = await onFreePorts(async (port, plainPort) => {
    const place = { port, plainPort, log: file("log"), ...certificate };
    return startOn(name, folder, place, await config(place));
  });
  const logged = () => readFile(file("log"), "utf8");
  const stop = async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
    await rm(folder, { recursive: true, force: true });
  };
  return { ask, open, logged, stop };
}

async function startOn(name: WebServerName, folder: string, { port, log }: Place, config: string) {
  const child = await (name === "nginx" ? startNginx : startCaddy)(folder, log, config);
  const target = { host: "127.0.0.1", port, servername: "localhost", rejectUnauthorized: false };
  const ask: WebServer["ask"] = (path, { body, ...options } = {}) =>
    new Promise((resolve, reject) => {
      const asked = request(
        { ...target, path, ...options, headers: { host: "localhost", ...options.headers } },
        (answer) => {
          let text = "";
          answer.setEncoding("utf8").on("data", (part: string) => (text += part));
          answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
        },
      );
      asked.on("error", reject).end(body);
    });
  const open: WebServer["open"] = (path, options) => {
    const headers = { host: "localhost", expect: "100-continue", "content-length": 1 };
    const asked = request({ ...target, path, ...options, headers, agent: false });
    const continued = once(asked, "continue");
    asked.on("error", () => undefined).flushHeaders();
    return { continued, end: () => asked.destroy() };
  };
  const up = () =>
    ask("/").then(
      () => true,
      () => child.exitCode !== null,
    );
  await eventually(name, up);
  if (child.exitCode !== null)
    throw new Error(`${name} does not start with this configuration: ${await readFile(log, "utf8")}`);
  return { child, ask, open };
}

async function startNginx(folder: string, log: string, servers: string): Promise<ChildProcess> {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  const main = `daemon off; master_process off; pid ${join(folder, "pid")}; error_log ${log};
events {}
http { include /etc/nginx/mime.types; access_log ${log}; ${temporary.join(" ")}
${servers}
}`;
  await writeFile(join(folder, "nginx.conf"), main);
  return withLog(log, (stdio) => spawn("nginx", ["-c", join(folder, "nginx.conf"), "-p", folder], { stdio }));
}

/** Starts a program whose output is added to a log. */
async function withLog(log: string, start: (stdio: StdioOptions) => ChildProcess): Promise<ChildProcess> {
  const output = await openFile(log, "a");
  return start(["ignore", output.fd, output.fd]).once("exit", () => void output.close());
}

async function startCaddy(folder: string, log: string, caddyfile: string): Promise<ChildProcess> {
  const home = join(folder, "home");
  await mkdir(home, { recursive: true });
  const options = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n";
  const ownOptions = /^\{\n/mu;
  await writeFile(
    join(folder, "Caddyfile"),
    ownOptions.test(caddyfile) ? caddyfile.replace(ownOptions, options) : `${options}}\n${caddyfile}`,
  );
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  const command = ["run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"];
  return withLog(log, (stdio) => spawn("caddy", command, { env, stdio }));
}
