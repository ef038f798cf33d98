import { createServer, type IncomingMessage } from "node:http";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { listen } from "../../support/listen.ts";
import { unsetAuthConfig } from "./authConfig.ts";

/** The project that the loopback management API knows. */
export const projectRef = "abcdefghijklmnopqrst";

/** Domain of its databases' addresses. */
export const projectHost = "projects.example";

/** Everything that a deployment has sent. */
export interface Received {
  secrets: Record<string, string>;
  /** Settings of the API service and of the auth service, in the management API's own names. */
  config: Record<"postgrest" | "auth", Record<string, unknown>>;
  /** The metadata of the function's upload: entry point, import map, verification of tokens. */
  metadata: Record<string, unknown>;
  files: string[];
  /** Statements that the project's database was asked to run. */
  queries: string[];
}

/** A management API (https://supabase.com/docs/reference/api) that accepts everything a deployment sends. */
export interface ManagementApi {
  /** Content of the `--profile` file that directs the Supabase CLI to it. */
  profile: string;
  received: Received;
  stop(): Promise<void>;
}

const project = {
  id: projectRef,
  ref: projectRef,
  name: "keelbook",
  organization_id: "example",
  organization_slug: "example",
  region: "eu-central-1",
  created_at: "2026-01-01T00:00:00Z",
  status: "ACTIVE_HEALTHY",
  database: { host: "db.example", version: "17.0", postgres_engine: "17", release_channel: "ga" },
};
/** A new project's settings, limited to those that supabase/config.toml changes. */
const config = {
  api: { max_rows: 500, db_schema: "public,graphql_public", db_extra_search_path: "public,extensions" },
  auth: { site_url: "http://localhost:3000", disable_signup: true, mailer_autoconfirm: true, uri_allow_list: "" },
};

/** Further members of the API service's answer. */
const unset = {
  db_pool: null,
  db_pool_acquisition_timeout: null,
  db_pool_max_lifetime: null,
  db_pool_max_idletime: null,
  jwt_secret: null,
};

async function readAll(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * Starts the API; the files of a function's upload are written below `folder`.
 * @param ask runs SQL in the project's database, and returns the rows of the last statement
 */
export async function startManagementApi(
  folder: string,
  ask: (sql: string) => Promise<unknown[]>,
): Promise<ManagementApi> {
  const received: Received = { secrets: {}, config: { postgrest: {}, auth: {} }, metadata: {}, files: [], queries: [] };

  const takeUpload = async (contentType: string, body: Uint8Array<ArrayBuffer>) => {
    const form = await new Response(body, { headers: { "content-type": contentType } }).formData();
    for (const [name, value] of form) {
      if (typeof value === "string" || name === "metadata") {
        Object.assign(received.metadata, JSON.parse(typeof value === "string" ? value : await value.text()));
        continue;
      }
      const file = resolve(folder, value.name);
      if (!file.startsWith(`${resolve(folder)}${sep}`)) throw new Error(`${value.name} leads out of the upload.`);
      received.files.push(value.name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, new Uint8Array(await value.arrayBuffer()));
    }
  };

  const answer = async (request: IncomingMessage): Promise<[status: number, body: unknown]> => {
    const path = (request.url ?? "").replace(/\?.*$/u, "").replace(`/v1/projects/${projectRef}`, "");
    const body = await readAll(request);
    const json = (): unknown => JSON.parse(new TextDecoder().decode(body));
    switch (`${request.method} ${path}`) {
      case "GET ":
        return [200, project];
      case `GET /v2/projects/${projectRef}/config`:
        return [200, { data: { id: projectRef, type: "project_config", attributes: config } }];
      case "GET /billing/addons":
        return [200, { selected_addons: [], available_addons: [] }];
      case "PATCH /postgrest":
        Object.assign(received.config.postgrest, json());
        return [200, { ...config.api, ...unset, ...received.config.postgrest }];
      case "PATCH /config/auth":
        Object.assign(received.config.auth, json());
        return [200, { ...unsetAuthConfig, ...received.config.auth }];
      case "POST /secrets":
        for (const { name, value } of Object(json())) received.secrets[String(name)] = String(value);
        return [201, []];
      case "POST /database/query": {
        const query = String(Object(json()).query);
        received.queries.push(query);
        return [201, await ask(query)];
      }
      case "GET /functions":
        return [200, []];
      case "POST /functions/deploy":
        await takeUpload(request.headers["content-type"] ?? "", body);
        return [201, { id: "forms", slug: "forms", name: "forms", status: "ACTIVE", version: 1 }];
      default:
        return [404, { message: `The loopback management API has no ${request.method} ${path}` }];
    }
  };

  const server = createServer((request, response) => {
    void (async () => {
      const [status, body] = await answer(request);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    })();
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  return {
    profile: `name: loopback\napi_url: ${url}\ndashboard_url: ${url}\nproject_host: ${projectHost}\npooler_host: pooler.example\n`,
    received,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
