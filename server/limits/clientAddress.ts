/** What a rate limit counts as one visitor, as text in a normal form. */
export type ClientKey = string;

/** Stands for all visitors whose address is not known reliably. */
export const unknownClient: ClientKey = "unknown";

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/u;
const ipv6 = /^[\da-f:.]+$/iu;

/** The eight groups of an IPv6 address, checked and normalised by the URL parser (WHATWG URL, section 3.5). */
function ipv6Groups(text: string): number[] | undefined {
  const url = `http://[${text}]`;
  if (!ipv6.test(text) || !URL.canParse(url)) return undefined;
  const [head = "", tail] = new URL(url).hostname.slice(1, -1).split("::");
  const read = (part: string) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16)));
  const [first, last] = [read(head), read(tail ?? "")];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

/** The address without the port, brackets or zone (RFC 4007 section 11) that proxies may add. */
function bare(text: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/u.exec(text) ?? [];
  const [, beforePort] = /^([\d.]+):\d+$/u.exec(text) ?? [];
  const [address = ""] = (bracketed ?? beforePort ?? text).split("%");
  return address;
}

/**
 * The client that an address counts as: an IPv4 address (also IPv4-mapped) as it is, an IPv6 address as its /64, the smallest
 * network that a customer is given (RFC 6177). Anything else is {@link unknownClient}.
 */
export function clientKey(address: string | undefined): ClientKey {
  const text = bare(address?.trim() ?? "");
  if (ipv4.test(text)) return text;
  const groups = ipv6Groups(text);
  if (!groups) return unknownClient;
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join(".");
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}

/**
 * The visitor's address from a header that each proxy appends to, such as `X-Forwarded-For`: the entry that the outermost of
 * `proxies` trusted proxies wrote, counted from the right. Anything to the left of it was sent by the visitor.
 * Undefined if the request passed fewer proxies, or if that entry is no address.
 */
export function forwardedAddress(header: string | null, proxies: number): string | undefined {
  const address = header?.split(",").at(-proxies)?.trim();
  return clientKey(address) === unknownClient ? undefined : address;
}
