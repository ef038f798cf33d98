// What a `catch` gets: usually an error, but anything can be thrown.

/** The code of an error: the operating system's (`ENOENT`), Node's, or an SQLSTATE. Undefined for an error without one. */
export const codeOf = (caught: unknown): unknown =>
  caught instanceof Error && "code" in caught ? caught.code : undefined;

/** Whether a file or folder is not there. */
export const isMissing = (caught: unknown): boolean => codeOf(caught) === "ENOENT";

/** What an error says, in its own words. */
export const messageOf = (caught: unknown): string => (caught instanceof Error ? caught.message : String(caught));
