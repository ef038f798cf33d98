import { withoutInvisible } from "./characters.ts";

/** Said of what is no address. */
export const notAnAddress = "Enter a valid e-mail address, such as ada@example.com.";

/** Said of an address whose part before the @ has letters that mail servers at large do not take (RFC 6531). */
export const localPartNotAscii =
  "Before its @, an e-mail address can only have letters from a to z, digits and signs such as . _ + -.";

// The HTML standard's "valid e-mail address", which is what type=email enforces in the browser (requirements 5).
const form =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/u;
const ascii = /^[\0-\x7f]*$/u;
/** What no domain has, and what would end the host of an address (WHATWG URL, "forbidden domain code points"). */
const notInDomains = /[\0-\x20"#%/:;<>?@[\\\]^`{|}\x7f]/u;
/** Keeps a URL from reading a domain of digits as an IPv4 address. */
const suffix = ".invalid";

/**
 * An address without surrounding space and invisible characters, and with its domain in ASCII: "ada@exämple.com" becomes
 * "ada@xn--exmple-cua.com" by the platform's own UTS 46, which browsers, Node and Deno share in `URL`. What is no domain stays.
 */
export function tidyAddress(text: string): string {
  const address = withoutInvisible(text).trim();
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  if (at < 0 || ascii.test(domain) || notInDomains.test(domain)) return address;
  try {
    const { hostname } = new URL(`http://${domain}${suffix}`);
    return address.slice(0, at + 1) + hostname.slice(0, -suffix.length);
  } catch {
    return address;
  }
}

/** Whether an address has other letters than ASCII's before its @. */
export const hasForeignLocalPart = (address: string): boolean =>
  !ascii.test(address.slice(0, address.lastIndexOf("@")));

/** Whether a tidied address is one by the HTML standard's rule. */
export const isAddress = (address: string): boolean => form.test(address);

/** Said of an address that is longer than `max` characters. */
export const addressTooLong = (max: number): string => `The e-mail address is longer than ${max} characters.`;
