/** One field as RFC 4180 writes it: quoted only where it must be. */
export const field = (text: string, delimiter = ","): string =>
  /["\r\n]/u.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;

/** One record without its line end. A lone empty field is quoted, since an empty line would not be a record. */
export const record = (cells: readonly string[], delimiter = ","): string =>
  cells.length === 1 && cells[0] === "" ? '""' : cells.map((cell) => field(cell, delimiter)).join(delimiter);
