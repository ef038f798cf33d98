/**
 * Folder beside an export with the one that it replaced. A page that was opened before requests its code from there
 * (docs/decisions/0201).
 */
export const formerExport = "export.old";
