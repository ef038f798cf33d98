import { keyedHash } from "../lib/keyedHash.ts";
import { isUrl } from "../lib/isUrl.ts";

/** What a host passes on with each request. */
export interface HostBindings {
  /** The visitor's network address, if the host knows it reliably. */
  clientAddress?: string | undefined;
}

/** The key of all visitors whose address is not known reliably, as one client and as one network. */
export const unknownClient = "unknown";

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/u;
const ipv6 = /^[\da-f:.]+$/iu;

/** The eight groups of an IPv6 address, checked and normalised by the URL parser (WHATWG URL, section 3.5). */
function ipv6Groups(text: string): number[] | undefined {
  const url = `http://[${text}]`;
  if (!ipv6.test(text) || !isUrl(url)) return undefined;
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
 * The prefixes of IPv6 addresses that stand for an IPv4 address: IPv4-mapped ones (RFC 4291 section 2.5.5.2),
 * and those that a translator gives to the visitors of a server with IPv6 only (RFC 6052 section 2.1), who
 * would otherwise all be in one /64.
 */
const standForIpv4: ReadonlySet<string> = new Set(["0:0:0:0:0:ffff", "64:ff9b:0:0:0:0"]);

/** The four bytes of an IPv4 address, also of one that an IPv6 address stands for, or the eight groups of an IPv6 address. */
function parse(address: string | undefined): { ipv4: number[] } | { ipv6: number[] } | undefined {
  const text = bare(address?.trim() ?? "");
  if (ipv4.test(text)) return { ipv4: text.split(".").map(Number) };
  const groups = ipv6Groups(text);
  if (!groups) return undefined;
  return standForIpv4.has(written(groups.slice(0, 6)))
    ? { ipv4: groups.slice(6).flatMap((group) => [group >> 8, group & 255]) }
    : { ipv6: groups };
}

const written = (groups: readonly number[]): string => groups.map((group) => group.toString(16)).join(":");

/** An IPv6 network, named by its first groups. */
const ipv6Network = (groups: readonly number[]): string => `${written(groups)}::/${groups.length * 16}`;

/**
 * The client that an address counts as: an IPv4 address (also in an IPv6 one) as it is, an IPv6 address as its /64, the smallest
 * network that a customer is given (RFC 6177). Anything else is {@link unknownClient}.
 */
export function clientKey(address: string | undefined): string {
  const parsed = parse(address);
  if (!parsed) return unknownClient;
  return "ipv4" in parsed ? parsed.ipv4.join(".") : ipv6Network(parsed.ipv6.slice(0, 4));
}

/** Keyed hash, in hex, of the client that an address counts as ({@link clientKey}); undefined for an unknown one. */
export async function clientHash(secret: string, address: string | undefined): Promise<string | undefined> {
  const client = clientKey(address);
  return client === unknownClient ? undefined : keyedHash(secret, client);
}

/**
 * The network of an address: the /48 of an IPv6 address, the largest that one site is given (RFC 6177), and the /24 of an IPv4
 * address, the smallest that is routed on its own. Anything else is {@link unknownClient}.
 */
export function networkKey(address: string | undefined): string {
  const parsed = parse(address);
  if (!parsed) return unknownClient;
  return "ipv4" in parsed ? `${parsed.ipv4.slice(0, 3).join(".")}.0/24` : ipv6Network(parsed.ipv6.slice(0, 3));
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
