const special = /[",\r\n]/u;

/** One field as RFC 4180 writes it: quoted only where it must be. */
export const field = (text: string): string => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One record without its line end. A lone empty field is quoted: as an empty line it would be no record. */
export const record = (cells: readonly string[]): string =>
  cells.length === 1 && cells[0] === "" ? '""' : cells.map(field).join(",");
