import { serve } from "../../../server/http/serve.ts";
import { serveExport } from "../../../server/http/static.ts";

/** Serves an export like `npm start`, with brotli and the export's headers, on a free port. */
export async function serveBuilt(folder: string): Promise<{ origin: string; close: () => Promise<void> }> {
  const app = await serveExport(folder);
  const { port, close } = await serve((request) => app.fetch(request), { port: 0, host: "127.0.0.1" });
  return { origin: `http://127.0.0.1:${port}`, close };
}
