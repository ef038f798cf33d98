import { CliError } from "../../cli/errors.ts";

/** Columns of the waitlist that an import can fill. */
export const targets = ["email", "created_at", "source", "notified", "confirmed_at", "unsubscribed_at", "id"] as const;
export type Target = (typeof targets)[number];

/** For each column of the waitlist, the index of the file's column it comes from. */
export type Mapping = Partial<Record<Target, number>>;

// Headers as Mailchimp, Kit, Substack, Google Forms, Typeform and Airtable write them, letters and digits only.
const known: Record<Target, readonly string[]> = {
  email: ["email", "emailaddress", "mail", "emails", "subscriberemail", "youremail", "contactemail", "emailaddresses"],
  created_at: [
    "createdat",
    "created",
    "signupdate",
    "signedupat",
    "subscribedat",
    "subscribed",
    "optintime",
    "dateadded",
    "joined",
    "joinedat",
    "timestamp",
    "submittedat",
    "createddate",
    "date",
  ],
  source: ["source", "utmsource", "campaign", "referrer", "signupsource"],
  notified: ["notified"],
  confirmed_at: ["confirmedat", "confirmtime", "optinconfirmedat", "verifiedat"],
  unsubscribed_at: ["unsubscribedat", "unsubtime", "optedoutat", "cancelledat"],
  id: ["id"],
};

const normal = (header: string): string => header.toLowerCase().replaceAll(/[^a-z0-9]/gu, "");
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;
const isTarget = (name: string): name is Target => targets.some((target) => target === name);

/** Guesses by header. An id counts only where it is ours, a UUID: other tools number their rows. */
export function guessMapping(header: readonly string[], firstRow: readonly string[]): Mapping {
  const mapping: Mapping = {};
  for (const target of targets) {
    const index = header.findIndex((name) => known[target].includes(normal(name)));
    if (index !== -1 && (target !== "id" || uuid.test(firstRow[index] ?? ""))) mapping[target] = index;
  }
  return mapping;
}

/**
 * Applies `--map column=Header` over the guesses; `column=` leaves one out.
 * @throws CliError `usage` for names there are not, or when no column has the addresses.
 */
export function applyMap(guess: Mapping, header: readonly string[], map: readonly string[]): Mapping {
  const mapping = { ...guess };
  for (const pair of map) {
    const [target = "", name = ""] = pair.split(/=(.*)/su);
    if (!isTarget(target))
      throw new CliError("usage", `--map ${pair}: there is no column "${target}". There are: ${targets.join(", ")}`);
    const index = header.indexOf(name);
    if (name === "") delete mapping[target];
    else if (index === -1)
      throw new CliError("usage", `--map ${pair}: the file has no column "${name}". It has: ${header.join(", ")}`);
    else mapping[target] = index;
  }
  if (mapping.email === undefined)
    throw new CliError("usage", `No column looks like e-mail addresses. The file has: ${header.join(", ")}`, {
      hint: "Name it: --map email=HEADER",
    });
  return mapping;
}
