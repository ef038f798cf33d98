import { fileURLToPath } from "node:url";
import { type Plugin, runnerImport } from "vite";
import type * as previews from "./mailPreviews.ts";

const place = "__mails/";

/** The source files of mails. */
const sources = /\/(?:components\/(?:mails|copy)|server\/(?:contract|mail\/messages))\//u;

/** Makes the page from the current sources instead of from the mails that `npm run mails` wrote last. */
async function makePage(): Promise<string> {
  // This is loaded only when the page is opened, so that the dev server starts faster.
  const { generateMails } = await import("../build/mails/generate.ts");
  const source = (await generateMails((unformatted) => unformatted)).get("server/mail/messages/generated.ts");
  const current = {
    name: "current-mails",
    enforce: "pre",
    load: { filter: { id: /\/messages\/generated\.ts$/u }, handler: () => source },
  } satisfies Plugin;
  const path = fileURLToPath(new URL("mailPreviews.ts", import.meta.url));
  const { module } = await runnerImport<typeof previews>(path, { configFile: false, plugins: [current] });
  return module.mailsPage();
}

/** Shows every mail at `/__mails/`. The page is loaded again when a source of the mails is saved. */
export function mails(): Plugin {
  return {
    name: "mails",
    apply: "serve",
    hotUpdate({ file }) {
      if (this.environment.name === "client" && sources.test(file))
        this.environment.hot.send({ type: "full-reload", path: `/${place}index.html` });
    },
    configureServer(server) {
      const { base } = server.config;
      server.middlewares.use(`${base}${place.slice(0, -1)}`, async ({ originalUrl = "" }, response, next) => {
        if (!originalUrl.startsWith(base + place))
          return void response.writeHead(302, { location: base + place }).end();
        try {
          const page = await server.transformIndexHtml(`/${place}index.html`, await makePage());
          response.setHeader("content-type", "text/html").end(page);
        } catch (error) {
          next(error);
        }
      });
    },
  };
}
