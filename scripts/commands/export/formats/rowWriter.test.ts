import { describe, expect, it } from "vitest";
import type { ExportRequest } from "../request/request.ts";
import { rowWriter } from "./rowWriter.ts";

const request: ExportRequest = {
  subject: "beta",
  format: "ndjson",
  columns: ["name", "company", "created_at"],
  excel: false,
  raw: false,
};
// The requested columns come first, then the keys that are not among them.
const lines = Buffer.from('A\\tB\\\\N \\"\t\\N\t2026-05-04 10:00:00.5+00\tid1\n\\\\N\t\tinfinity\tid2\n');

describe("rowWriter", () => {
  it("writes what COPY escapes as JSON has it", () => {
    const { content, rows } = rowWriter(request)(lines);
    expect(content.toString()).toBe(
      `${JSON.stringify({ name: 'A\tB\\N "', company: null, created_at: "2026-05-04T10:00:00.5+00:00" })}\n${JSON.stringify({ name: "\\N", company: "", created_at: "infinity" })}\n`,
    );
    expect(rows).toBe(2);
  });

  it("counts the rows of a workbook, and leaves them as they are", () => {
    expect(rowWriter({ ...request, format: "xlsx" })(lines)).toEqual({ content: lines, rows: 2 });
  });
});
