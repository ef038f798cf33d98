// OWASP "CSV Injection" (https://owasp.org/www-community/attacks/CSV_Injection) lists the characters that a
// spreadsheet may take for the start of a formula; their full-width forms count, too. Apostrophes in front are
// matched as well, so that the change can be undone.
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/u;

// These match the same characters inside a cell, after a character that a spreadsheet may take for the end of a
// cell. Where lists are separated by semicolons, as in most of Europe, Excel ignores the quotes of a file with
// commas, and begins cells at semicolons and at the lines of a longer text. Both look back only from where a match
// can begin, because looking back from each of thousands of quotes would take seconds for a cell.
const inner = /(?=['=+\-@＝＋－＠])(?<=[;|\t\r\n]"*)'*(?=[=+\-@＝＋－＠])/gu;
const innerNeutralised = /'(?<=[;|\t\r\n]"*')(?='*[=+\-@＝＋－＠])/gu;

/** Keeps a spreadsheet from running a cell: a leading apostrophe makes it text, as OWASP says. */
export function neutralise(cell: string): string {
  const text = cell.replaceAll(inner, "'$&");
  return formula.test(text) ? `'${text}` : text;
}

/** Undoes {@link neutralise}. */
export function restore(cell: string): string {
  const text = cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
  return text.includes("'") ? text.replaceAll(innerNeutralised, "") : text;
}

/** One field as RFC 4180 writes it: quoted only where it must be. */
const field = (text: string, delimiter: string): string =>
  /["\r\n]/u.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;

/** One record without its line end. A lone empty field is quoted, since an empty line would not be a record. */
export const record = (cells: readonly string[], delimiter = ","): string =>
  cells.length === 1 && cells[0] === "" ? '""' : cells.map((cell) => field(cell, delimiter)).join(delimiter);
