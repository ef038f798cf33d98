import { CliError } from "../../../cli/errors.ts";

/** The end of a request that no host answered. */
export class NoAnswerError extends CliError {
  /** The address that did not answer, after redirects. */
  readonly url: URL;

  constructor(url: URL, why: string, cause?: unknown) {
    super("unreachable", `${url.href} does not answer: ${why}`, { cause });
    this.url = url;
  }
}

/** From when until when a certificate is valid, in ms since 1970. */
export interface Validity {
  from: number;
  until: number;
}

/** A host's answer. */
export interface Answer {
  /** The address that answered, after redirects. */
  url: URL;
  status: number;
  headers: Headers;
  /** Decoded. */
  body: Uint8Array;
  /** Bytes of the body as they were sent, compressed. */
  transferred: number;
  redirects: number;
  /** Of the certificate that it came with. */
  validity?: Validity;
}

/** A site as a stranger sees it: by requesting addresses. */
export interface Site {
  /** Address of the landing page; ends with a slash. */
  address: URL;
  live: boolean;
  /** Why the certificate of a live site is not trusted; missing where it is. */
  distrust?: string;
  /** Of a live site's certificate. */
  validity?: Validity;
  /** Every file, as a path below the address, where they can be listed; empty for a live site. */
  files: ReadonlyMap<string, Uint8Array>;
  /**
   * Requests an address; what a live one is sent besides the usual is in `headers`.
   * @throws NoAnswerError
   */
  get(url: URL, headers?: Record<string, string>): Promise<Answer>;
}

/** The text of a body in UTF-8; invalid bytes become U+FFFD. */
export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Whether a text is a whole address that a browser opens. */
export const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/u.test(new URL(text).protocol);

/** Whether an address belongs to the site. */
export const isOwn = ({ address }: Pick<Site, "address">, url: URL): boolean => url.href.startsWith(address.href);

/** Whether GitHub Pages sent it, also under a domain of the operator's: with headers of its own, and no others. */
export const isFromGitHubPages = ({ headers }: Answer): boolean => headers.get("server") === "GitHub.com";

/** The path of an address below the site's, for people to read: `/`, `/assets/a.js`. */
export const pathOf = ({ address }: Pick<Site, "address">, url: URL): string =>
  isOwn({ address }, url) ? `/${url.href.slice(address.href.length)}` : url.href;
