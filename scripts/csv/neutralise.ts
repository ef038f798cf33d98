// OWASP "CSV Injection" (https://owasp.org/www-community/attacks/CSV_Injection): the characters a spreadsheet may take
// for the start of a formula, with their full-width forms. Apostrophes before them count, so that the change can be undone.
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/u;

/** Keeps a spreadsheet from running a cell: a leading apostrophe makes it text, as OWASP says. */
export const neutralise = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell);

/** Undoes {@link neutralise}. */
export const restore = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);
