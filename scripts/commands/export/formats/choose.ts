import type { ExportRequest } from "../request/request.ts";
import { csv, ndjson, type TextFormat } from "./text.ts";

/** How rows are put down while the export runs; those of a workbook with all that its own writing needs. */
export function textFormat(request: ExportRequest): TextFormat {
  if (request.format === "csv") return csv(request);
  return ndjson(
    request.format === "ndjson" ? request : { columns: [...new Set([...request.columns, "created_at", "id"])] },
  );
}
