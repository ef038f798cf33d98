import { serve } from "../../../server/embedded/http/serve.ts";
import { serveExport } from "../../../server/embedded/http/staticExport.ts";

/** Serves an export on a port, a free one unless told, as `npm start` does: brotli, and the headers of the export. */
export async function serveBuilt(folder: string, wanted = 0): Promise<{ origin: string; close: () => Promise<void> }> {
  const app = await serveExport(folder);
  const { port, close } = await serve((request) => app.fetch(request), { port: wanted, host: "127.0.0.1" });
  return { origin: `http://127.0.0.1:${port}`, close };
}
