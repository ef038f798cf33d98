import type { Plugin, ViteDevServer } from "vite";

/** Renders the document of an address as the sources are now. */
async function renderNow(server: ViteDevServer, address: string): Promise<{ status: number; html: string }> {
  const { base } = server.config;
  const { renderDocuments } = await server.ssrLoadModule("/pages/documents.tsx");
  const found = new URL(address, "http://localhost").pathname === base;
  const documents = renderDocuments(`import "${base}pages/client.ts";`);
  const { html } = documents[found ? "index.html" : "404.html"];
  return { status: found ? 200 : 404, html: await server.transformIndexHtml(address, html) };
}

/** Serves the site's documents from the dev server. */
export function devDocuments(): Plugin {
  return {
    name: "dev-documents",
    apply: "serve",
    config: () => ({ appType: "custom", optimizeDeps: { entries: ["pages/client.ts"] } }),
    // After Vite's own middlewares, which serve the files.
    configureServer: (server) => () => {
      server.middlewares.use((request, response, next) => {
        renderNow(server, request.originalUrl ?? "/").then(
          ({ status, html }) => response.writeHead(status, { "content-type": "text/html" }).end(html),
          next,
        );
      });
    },
    /** What is rendered on the server alone has no hot update. */
    hotUpdate({ modules, server }) {
      if (this.environment.name === "ssr" && modules.length > 0)
        server.environments.client.hot.send({ type: "full-reload" });
    },
  };
}
