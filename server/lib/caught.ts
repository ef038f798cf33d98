// What a `catch` gets: usually an error, but anything can be thrown.

/** The code of an error: the operating system's (`ENOENT`), Node's, or an SQLSTATE. Undefined for an error without one. */
export const codeOf = (caught: unknown): unknown =>
  caught instanceof Error && "code" in caught ? caught.code : undefined;

/** The last cause of an error: `fetch` wraps its failures, and those of a proxy twice. */
export const rootOf = (error: Error): Error => (error.cause instanceof Error ? rootOf(error.cause) : error);

/**
 * What an error is, for a log: the code (an SQLSTATE, the operating system's) or the class of its last cause.
 * It is never the message, which may quote a row.
 */
export function kindOf(caught: unknown): string {
  if (!(caught instanceof Error)) return "unknown";
  const root = rootOf(caught);
  const code = codeOf(root);
  return (
    [code, root.name].find((text): text is string => typeof text === "string" && /^\w{1,40}$/u.test(text)) ?? "Error"
  );
}

/** Whether a file or folder is not there. */
export const isMissing = (caught: unknown): boolean => codeOf(caught) === "ENOENT";

/**
 * Handles the rejection of a file call: `instead` where the file or folder is not there.
 * @throws any other error, as what cannot be read may hold anything.
 */
export const ifMissing =
  <T>(instead: T) =>
  (caught: unknown): T => {
    if (isMissing(caught)) return instead;
    throw caught;
  };

/** The message of an error. For a name with several addresses, Node has a message only for each address. */
export function messageOf(caught: unknown): string {
  if (!(caught instanceof Error)) return String(caught);
  return caught instanceof AggregateError && caught.message === ""
    ? caught.errors.map(messageOf).join("; ")
    : caught.message;
}
