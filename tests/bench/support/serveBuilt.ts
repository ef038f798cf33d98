import { serve } from "../../../server/embedded/http/serve.ts";
import { serveExport } from "../../../server/embedded/http/staticExport.ts";

/** Serves an export like `npm start`, with brotli and the export's headers, on a port, by default a free one. */
export async function serveBuilt(folder: string, wanted = 0): Promise<{ origin: string; close: () => Promise<void> }> {
  const app = await serveExport(folder);
  const { port, close } = await serve((request) => app.fetch(request), { port: wanted, host: "127.0.0.1" });
  return { origin: `http://127.0.0.1:${port}`, close };
}
