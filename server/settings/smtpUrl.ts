import * as v from "valibot";
import type { Format } from "./formats.ts";

function isEncoded(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** The host as a web address has it: in lower case and in ASCII, which `URL` leaves undone for other schemes; undefined for none. */
function hostOf({ hostname }: URL): string | undefined {
  const host = isEncoded(hostname) ? decodeURIComponent(hostname) : "";
  return host === "" || /[/?#@\\]/u.test(host) || !URL.canParse(`http://${host}`)
    ? undefined
    : new URL(`http://${host}`).hostname;
}

/** URL of an SMTP server, with user name and password. */
export const smtpUrl: Format<URL> = {
  schema: v.pipe(
    v.string(),
    v.check((value) => URL.canParse(value)),
    v.transform((value) => new URL(value)),
    v.check((url) => /^smtps?:$/u.test(url.protocol) && hostOf(url) !== undefined),
    // TLS begins at once on 465, and by a command on 587 (RFC 8314 section 3.3): a mix-up would only end in a time-out.
    v.check(({ protocol, port }) => port !== (protocol === "smtps:" ? "587" : "465")),
    // A password that is not encoded ends at its first slash, question mark or hash; its beginning becomes the port.
    v.check(({ username, password }) => isEncoded(username) && isEncoded(password)),
    v.check(({ pathname, search, hash }) => /^\/?$/u.test(`${pathname}${search}${hash}`)),
    v.transform((url) => Object.assign(new URL(url), { hostname: hostOf(url) })),
  ),
  must: "must be smtp://user:password@host:587 or smtps://user:password@host:465, with % as %25, # as %23 and / as %2F",
};
