import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type RequestOptions, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "./eventually.ts";
import { freePort } from "../../server/embedded/postgres/freePort.ts";

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

/** The web servers with a configuration in deploy/, and whether this machine has what testing one needs. */
export const webServers = (["nginx", "caddy"] as const).map((name) => ({
  name,
  needs: `needs ${name} and openssl`,
  here: hasProgram(name, name === "nginx" ? "-v" : "version") && hasProgram("openssl", "version"),
}));

/** One of the machine's web servers, on its own port, with a self-signed certificate. */
export interface WebServer {
  /** The answer to a request sent from an address of 127.0.0.0/8. */
  ask(
    path: string,
    options?: RequestOptions & { body?: string },
  ): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>;
  stop(): Promise<void>;
}

/** The values a configuration needs: the port on the loopback interface, and the certificate's files. */
export interface Place {
  port: number;
  certificate: string;
  key: string;
}

/**
 * Starts it with a test's configuration: a `server` block or two for nginx, a Caddyfile for Caddy.
 * @throws Error when it does not start; its own messages go to stderr.
 */
export async function startWebServer(
  name: WebServerName,
  config: (place: Place) => Promise<string>,
): Promise<WebServer> {
  const folder = await mkdtemp(join(tmpdir(), `keelbook-${name}-`));
  const place = { port: await freePort(), certificate: join(folder, "cert.pem"), key: join(folder, "key.pem") };
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const files = ["-keyout", place.key, "-out", place.certificate];
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-days",
      "2",
      ...subject,
      ...files,
    ],
    { stdio: "ignore" },
  );
  const child = await (name === "nginx" ? startNginx : startCaddy)(folder, await config(place));
  const ask: WebServer["ask"] = (path, { body, ...options } = {}) =>
    new Promise((resolve, reject) => {
      const target = { host: "127.0.0.1", port: place.port, path, servername: "localhost", rejectUnauthorized: false };
      const asked = request({ ...target, ...options, headers: { host: "localhost", ...options.headers } }, (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part: string) => (text += part));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      });
      asked.on("error", reject).end(body);
    });
  const stop = async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
    await rm(folder, { recursive: true, force: true });
  };
  const up = () =>
    ask("/").then(
      () => true,
      () => child.exitCode !== null,
    );
  await eventually(name, up);
  if (child.exitCode !== null) throw new Error(`${name} does not start with this configuration.`);
  return { ask, stop };
}

async function startNginx(folder: string, servers: string): Promise<ChildProcess> {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  const main = `daemon off; master_process off; pid ${join(folder, "pid")}; error_log stderr crit;
events {}
http { include /etc/nginx/mime.types; access_log off; ${temporary.join(" ")}
${servers}
}`;
  await writeFile(join(folder, "nginx.conf"), main);
  return spawn("nginx", ["-c", join(folder, "nginx.conf"), "-p", folder], { stdio: ["ignore", "ignore", "inherit"] });
}

async function startCaddy(folder: string, caddyfile: string): Promise<ChildProcess> {
  const home = join(folder, "home");
  await mkdir(home);
  await writeFile(
    join(folder, "Caddyfile"),
    `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n${caddyfile}`,
  );
  return spawn("caddy", ["run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"], {
    env: { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    stdio: "ignore",
  });
}
