/** Inline script of the document's head, run before first paint. */
export const headScript = "";
