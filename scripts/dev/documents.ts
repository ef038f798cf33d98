import type { ServerResponse } from "node:http";
import { SourceMap } from "node:module";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { type Connect, type DevEnvironment, type ErrorPayload, normalizePath, type Plugin } from "vite";

/**
 * Paths below the site's that a backend answers. It is in the page (MSW), or in front of this plugin
 * (`embeddedStack.ts`).
 */
const apis = /^\/(?:rest|auth|functions|storage|realtime|graphql)\/v1(?:\/|$)/u;

/** What Vike draws below each message, once more each time that it passes the error on. */
const vikesHint = /\n┌.*\n│ Error isn't helpful\?.*\n└.*/gu;

/** A message or stack without the terminal's colours, as the overlay shows it. */
const plain = (text: string) => stripVTControlCharacters(text).replaceAll(vikesHint, "");

/** A browser's stack with the places in the sources instead of those in the modules that it was served. */
function inSources(stack: string, { moduleGraph, config }: DevEnvironment): string {
  return stack.replaceAll(
    /\bhttps?:\/\/[^\s()/]+(\/[^\s():?]+)(?:\?[^\s():]*)?:(\d+):(\d+)/gu,
    (served, path: string, line: string, column: string) => {
      const modules = moduleGraph.getModulesByFile(normalizePath(join(config.root, path))) ?? [];
      const map = [...modules].find(({ transformResult }) => transformResult?.map)?.transformResult?.map;
      if (!map) return served;
      const entry = new SourceMap(JSON.parse(JSON.stringify(map))).findEntry(Number(line) - 1, Number(column) - 1);
      return "originalLine" in entry ? `${path}:${entry.originalLine + 1}:${entry.originalColumn + 1}` : served;
    },
  );
}

const linkedStyle = "\0linked-style";

/**
 * Answers with the page that Vike renders.
 * @throws the error of the rendering, which Vike would replace by the error page.
 */
async function answer(
  url: string,
  headers: Connect.IncomingMessage["headers"],
  response: ServerResponse,
): Promise<void> {
  // Vike is loaded with the first page, because a build, which also loads this plugin, does not need it here.
  const { renderPage } = await import("vike/server");
  const { httpResponse, errorWhileRendering } = await renderPage({ urlOriginal: url, headersOriginal: headers });
  if (errorWhileRendering) throw errorWhileRendering;
  for (const [name, value] of httpResponse.headers) response.setHeader(name, value);
  response.statusCode = httpResponse.statusCode;
  httpResponse.pipe(response);
}

/**
 * Serves the dev server's documents: with their style linked instead of inlined, so that Vite replaces it in the
 * open page, and with Vite's overlay for what fails in the server. A page that has got an overlay is loaded again
 * when a file changes.
 */
export function documents(): Plugin {
  /** The error that the open page shows, or will show once it is connected to Vite. */
  let failure: ErrorPayload | undefined;
  return {
    name: "documents",
    apply: "serve",
    enforce: "pre",
    resolveId: {
      filter: { id: /\/styles\.css\?inline$/u },
      handler() {
        return this.environment.name === "ssr" ? linkedStyle : undefined;
      },
    },
    load: { filter: { id: new RegExp(`^${linkedStyle}$`, "u") }, handler: () => 'export default "";' },
    hotUpdate() {
      if (!failure || this.environment.name !== "client") return;
      failure = undefined;
      this.environment.hot.send({ type: "full-reload" });
    },
    configureServer({ middlewares, environments: { client } }) {
      // Vite only tells pages that are connected, which a page that is still loading is not.
      client.hot.on("page:error", ({ message, stack }, page) =>
        page.send({ type: "error", err: { message, stack: inSources(stack, client) } }),
      );
      client.hot.on("vite:client:connect", (_, page) => failure && page.send(failure));
      // The returned function adds this after Vite's middlewares, in place of Vike's.
      return () => {
        middlewares.use(async ({ originalUrl: url = "/", headers }, response, next) => {
          if (apis.test(url)) {
            response.writeHead(404, { "content-type": "text/plain" });
            return void response.end("No backend answers here: the mocked one is in the page (docs/offline.md).\n");
          }
          try {
            await answer(url, headers, response);
          } catch (error) {
            next(error);
          }
        });
        const noteFailure: Connect.ErrorHandleFunction = (error, _request, _response, next) => {
          const { message, stack = "", id, frame, plugin, loc } = error;
          failure = { type: "error", err: { message: plain(message), stack: plain(stack), id, frame, plugin, loc } };
          next(error);
        };
        middlewares.use(noteFailure);
      };
    },
  };
}
