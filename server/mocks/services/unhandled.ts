/** A request that no part of the mock answers: a mistake to show, never an answer to guess. */
export class UnhandledRequest extends Error {
  override readonly name = "UnhandledRequest";

  constructor({ method, url }: Pick<Request, "method" | "url">, reason = "") {
    const { pathname, search } = new URL(url);
    super(
      `The mocked backend has no answer to ${method} ${pathname}${search}${reason && ` (${reason})`}. See docs/offline.md.`,
    );
  }
}
