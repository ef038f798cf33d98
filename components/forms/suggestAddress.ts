/** The most popular mail domains. Short names are left out, because too many others are one letter away from them. */
const popular = [
  "btinternet.com",
  "comcast.net",
  "fastmail.com",
  "freenet.de",
  "gmail.com",
  "googlemail.com",
  "hotmail.co.uk",
  "hotmail.com",
  "hotmail.de",
  "hotmail.fr",
  "icloud.com",
  "laposte.net",
  "orange.fr",
  "outlook.com",
  "outlook.de",
  "proton.me",
  "protonmail.com",
  "t-online.de",
  "verizon.net",
  "wanadoo.fr",
  "yahoo.co.uk",
  "yahoo.com",
  "yahoo.de",
  "yahoo.fr",
];

/** Real providers a slip or two away from a popular one, without their ".com"; the test finds them in a kept list. */
const others = new Set(
  (
    "amail cmail eastmail email fast-email fastermail flashmail foxmail gotmail hd-mail hitmail hmamail homail homemail " +
    "hotepmail lastmail mail prontomail proto2mail qmail tmail vahoo xmail ymail zoutlook"
  ).split(" "),
);

const country = /^(?:com?\.)?[a-z]{2}$/u;

/** Non-existent top-level domains that are one typing error away from a real one. */
const topLevels: Record<string, RegExp> = {
  com: /\.(?:con|cmo|ocm|comm|coom|cim|cpm|vom|xom|c0m)$/u,
  net: /\.(?:nett|nte|ent|ner)$/u,
  org: /\.(?:orgg|ogr|rog|orh)$/u,
};

/** Length from which a domain may have two typing errors, if its first letter is right. */
const longName = 10;

/**
 * Suggests the address that was probably intended if the domain has a common typing error: "ada@gmail.com" for "ada@gmial.con".
 * Undefined if the address looks right, and for international domains.
 */
export function suggestAddress(address: string): string | undefined {
  const at = address.lastIndexOf("@");
  const typed = address
    .slice(at + 1)
    .trim()
    .toLowerCase();
  if (at < 1 || typed.includes("xn--") || !/^[\x21-\x7e]+$/u.test(typed)) return undefined;
  const written = withTopLevel(typed.replaceAll(/[.,;]+/gu, ".").replaceAll(/^\.|\.$/gu, ""));
  const domain = nearest(written) ?? written;
  return domain === typed ? undefined : `${address.slice(0, at).trim()}@${domain}`;
}

const withTopLevel = (domain: string): string =>
  Object.entries(topLevels).reduce((text, [right, wrong]) => text.replace(wrong, `.${right}`), domain);

function nearest(domain: string): string | undefined {
  if (popular.includes(`${domain}.com`)) return `${domain}.com`;
  if (others.has(domain.replace(/\.com$/u, ""))) return undefined;
  const [best] = popular
    .filter((name) => Math.abs(name.length - domain.length) <= 2 && !isOtherCountry(endingOf(domain), endingOf(name)))
    .map((name) => ({ name, slips: slipsBetween(domain, name) }))
    .filter(({ name, slips }) => slips <= (name.length >= longName && name[0] === domain[0] ? 2 : 1))
    .sort((a, b) => a.slips - b.slips);
  return best?.name;
}

const endingOf = (domain: string): string => domain.replace(/^[^.]*\.?/u, "");

/** Whether an ending is that of a country and no slip: hotmail.dk and hotmail.de are two people's, while "co" is a "com" cut short. */
const isOtherCountry = (typed: string, ending: string): boolean =>
  typed !== ending && country.test(typed) && (country.test(ending) || slipsBetween(typed, ending) > 1);

/** Number of letters to delete, insert, replace or swap with the next (optimal string alignment distance). */
function slipsBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        swapped ? at(i - 2, j - 2) + 1 : Infinity,
      );
    }
  }
  return at(a.length, b.length);
}
