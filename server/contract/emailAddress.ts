import { firstUnseen, trimUnseen } from "./characters.ts";

/** Error message for text that is not an address. */
export const notAnAddress = "Enter a valid email address, such as ada@example.com.";

/** Error message for letters before the @ that most mail servers do not accept (RFC 6531). */
export const localPartNotAscii =
  "Before its @, an email address can only have letters from a to z, digits and signs such as . _ + -.";

// The HTML standard's "valid email address", which is what type=email enforces in the browser (requirements 5),
// with a public domain: it has a dot and is no IPv4 address, so that its last label begins with a letter (RFC
// 3696 section 2).
const form =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/u;
const ascii = /^[\0-\x7f]*$/u;
/** Characters that no domain contains, or that would end the host of a URL (WHATWG URL, "forbidden domain code points"). */
const notInDomains = /[\0-\x20"#%/:;<>?@[\\\]^`{|}\x7f]/u;
/** The joiners are valid between some letters, such as Persian ones (RFC 5892 appendix A.1), which `URL` checks. */
const joiners = /[\u200c\u200d]/gu;
/** Suffix that keeps `URL` from parsing a domain of digits as an IPv4 address. */
const suffix = ".invalid";

/**
 * Removes space and invisible characters around an address, and converts its domain to ASCII: "ada@exämple.com" becomes
 * "ada@xn--exmple-cua.com" by UTS 46, which browsers, Node and Deno all implement in `URL`. Invalid domains stay, and so do those
 * with invisible characters, which UTS 46 would ignore.
 */
export function tidyAddress(text: string): string {
  const address = trimUnseen(text);
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  if (at < 0 || ascii.test(domain) || notInDomains.test(domain) || firstUnseen(domain.replaceAll(joiners, "")))
    return address;
  try {
    const { hostname } = new URL(`http://${domain}${suffix}`);
    return address.slice(0, at + 1) + hostname.slice(0, -suffix.length);
  } catch {
    return address;
  }
}

/** Whether a text has an @, and non-ASCII characters before its @. */
export const hasForeignLocalPart = (address: string): boolean =>
  !ascii.test(address.slice(0, Math.max(0, address.lastIndexOf("@"))));

/** Whether a tidied address is valid by the HTML standard's rule and its domain can be one of the public internet. */
export const isAddress = (address: string): boolean => form.test(address);

/** What is wrong with a tidied address of at most `max` characters; "" if nothing is. Does not repeat any of it. */
export function problemOfAddress(address: string, max: number): string {
  if (address.length > max) return addressTooLong(max);
  const unseen = firstUnseen(address);
  if (unseen) return invisibleInAddress(unseen.place, unseen.name);
  if (hasForeignLocalPart(address)) return localPartNotAscii;
  return isAddress(address) ? "" : notAnAddress;
}

/** Error message for an address of more than `max` characters. */
export const addressTooLong = (max: number): string => `The email address is longer than ${max} characters.`;

const invisibleInAddress = (place: number, name: string): string =>
  `Character ${place} of the email address is invisible (${name}). Delete it, or type the address again.`;
