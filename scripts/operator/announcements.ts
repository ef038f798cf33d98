import { createHash } from "node:crypto";
import { shareLink } from "../../server/contract/shareCode.ts";
import type { MailContent } from "../../server/mail/mail.ts";
import { forPerson, inviteLink, saysInviteLink, saysPlace } from "../../server/mail/messages/personal.ts";
import type { OutboxMailKind } from "../../server/mail/messages/parameters.ts";
import { renderMessage } from "../../server/mail/messages/render.ts";
import { renderUpdate, UpdateError } from "../../server/mail/messages/renderUpdate.ts";
import { unknownProduct } from "../../server/mail/messages/samples.ts";
import { isLoopback } from "../../server/lib/loopback.ts";
import { deadLinks } from "../../server/settings/rules.ts";
import type { MailFacts } from "../../server/settings/running.ts";
import { countOf, type Data, dataOf, done } from "../data/calls.ts";
import { CliError } from "../data/errors.ts";
import type { Audience, Choice } from "./waves.ts";

/** A mail to the list, and the people who get it. */
export interface Announcement {
  audience: Audience;
  kind: OutboxMailKind;
  /** The mail as a person without friends gets it, with placeholders for its links. */
  mail: MailContent;
  /** Whether its text says each person's place. */
  isOfPlaces?: boolean;
  /** The reason why it cannot be sent yet. */
  lacking?: string;
  /** This must be done before the first mail is queued; it can be repeated. @throws CliError as `done` does. */
  prepare(data: Data): Promise<void>;
}

/** The facts about the site that mails state. */
type Site = Pick<MailFacts, "siteUrl" | "imprint" | "sender" | "productUrl" | "route" | "staysHere">;

/** Stands for the token of a link in previews. It is as long as a real one and easily recognised. */
export const placeholderToken = `${"stand-in-".repeat(7)}0`;

/** The contents that every mail to the list has in the preview. */
const everywhere = ({ siteUrl: site = "https://example.com", imprint, sender }: Site) => ({
  site,
  imprint,
  sender,
  unsubscribeToken: placeholderToken,
  placeToken: placeholderToken,
});

/** Stands for an invite code in previews. */
const placeholderCode = "STAND-IN-0000000";

const shownInviteLink = ({ productUrl = unknownProduct }: Site): string => inviteLink(productUrl, placeholderCode);

const noProduct =
  "PRODUCT_URL is not set: this mail leads to the product. Set it where the mails are sent from (.env and npm start again, or npx prelaunch deploy).";

/**
 * Finds the reason why no mail to the list can be sent yet: the addresses of its links are missing, or the
 * product's address is.
 */
function lackingOf(site: Site, leadsToProduct: boolean): { lacking?: string } {
  const isHere = site.siteUrl === undefined || isLoopback(new URL(site.siteUrl).hostname);
  if (site.route !== "none" && !site.staysHere && isHere) return { lacking: deadLinks };
  return leadsToProduct && site.productUrl === undefined ? { lacking: noProduct } : {};
}

/** @throws CliError `configuration` where an announcement cannot be sent yet. */
export function requireComplete({ lacking }: Announcement): void {
  if (lacking !== undefined) throw new CliError("configuration", lacking);
}

/**
 * The launch, which each person hears of once, with a personal invite code, in our words or in the operator's
 * Markdown.
 * @throws UpdateError when the Markdown cannot be sent as it is.
 */
export function launchAnnouncement(site: Site, choice: Choice, markdown?: string): Announcement {
  const kind = "launch-announcement";
  const shown = { ...everywhere(site), inviteLink: shownInviteLink(site) };
  const lacking = lackingOf(site, true);
  if (markdown === undefined)
    return { audience: { choice }, kind, mail: renderMessage(kind, shown), ...lacking, prepare: async () => undefined };
  const { hash, text, isOfPlaces, prepare } = written(markdown, site);
  const mail = renderMessage("launch-announcement-written", { ...shown, ...text });
  return { audience: { hash, choice }, kind, mail, isOfPlaces, ...lacking, prepare };
}

/**
 * The request to confirm, which each person of an import who has not confirmed gets once: in our words, below those
 * of the operator's Markdown if there are any.
 * @throws UpdateError when the Markdown cannot be sent as it is.
 */
export function confirmAnnouncement(
  site: Site & Pick<MailFacts, "unconfirmedDays">,
  choice: Choice,
  markdown?: string,
): Announcement {
  const shown = { ...everywhere(site), token: placeholderToken, days: site.unconfirmedDays };
  const what = { kind: "waitlist-confirmation", ...lackingOf(site, false) } as const;
  if (markdown === undefined) {
    const mail = renderMessage("waitlist-confirmation-imported", shown);
    return { audience: { confirm: true, choice }, mail, ...what, prepare: async () => undefined };
  }
  const { hash, text, isForInvited, isOfPlaces, prepare } = written(markdown, site);
  if (isForInvited) throw new UpdateError("{{invite_link}} is for people who confirmed.");
  if (isOfPlaces) throw new UpdateError("{{place}} is for people who confirmed.");
  const mail = renderMessage("waitlist-confirmation-written", { ...shown, ...text });
  return { audience: { confirm: true, hash, choice }, mail, ...what, prepare };
}

/**
 * An update in Markdown, which each person gets once under its name: by default the SHA-256 of its text without
 * byte order mark, with line ends unified and empty lines at the end removed.
 * @throws UpdateError when it cannot be sent as it is.
 */
export function updateAnnouncement(
  site: Site,
  { markdown, name, choice }: { markdown: string; name: string | undefined; choice: Choice },
): Announcement {
  const shown = everywhere(site);
  const { hash, text, isForInvited, isOfPlaces, prepare } = written(markdown, site);
  return {
    audience: { name: name ?? hash, hash, choice, ...(isForInvited && { invited: true }) },
    kind: "update",
    mail: renderMessage("update", { ...shown, ...text }),
    isOfPlaces,
    ...lackingOf(site, isForInvited),
    prepare,
  };
}

/** An unnamed update within so many days of another one is probably a correction of it. */
export const correctionDays = 7;

/**
 * Finds the last unnamed update that was queued in {@link correctionDays}: its name and how many people it went to.
 * An unnamed update is named by the hash of its text. The result is undefined when there is none, and when a person
 * already got the given update, since the operator was asked about it in its first wave.
 * @throws CliError as `dataOf` does.
 */
export async function earlierUnnamed({ supabase, signal }: Data, hash: string, now: Date) {
  const since = new Date(now.getTime() - correctionDays * 86_400_000).toISOString();
  const unnamed = <T extends { like: (column: "name", pattern: string) => T }>(query: T) =>
    query.like("name", "_".repeat(hash.length));
  const recipients = () => supabase.from("email_update_recipients");
  const [begun] = await dataOf(recipients().select("id").eq("name", hash).limit(1), signal);
  if (begun) return undefined;
  const [last] = await dataOf(
    unnamed(recipients().select("name").gte("queued_at", since)).order("queued_at", { ascending: false }).limit(1),
    signal,
  );
  if (!last) return undefined;
  const count = recipients().select("id", { count: "exact", head: true }).eq("name", last.name);
  return { name: last.name, people: await countOf(count, signal) };
}

/** Reads an operator's text: its hash, the text as a person without friends gets it, and the call that stores it. */
function written(markdown: string, site: Site) {
  const update = renderUpdate(markdown);
  const hash = createHash("sha256").update(markdown.replaceAll(/\r\n?/gu, "\n").trimEnd()).digest("hex");
  return {
    hash,
    text: forPerson(update, {
      shareLink: shareLink(everywhere(site).site, "0".repeat(8)),
      friends: 0,
      place: 0,
      inviteLink: shownInviteLink(site),
    }),
    isForInvited: saysInviteLink(update),
    isOfPlaces: saysPlace(update),
    prepare: ({ supabase, signal }: Data): Promise<void> =>
      done(
        supabase
          .from("email_updates")
          .upsert({ hash, parameters: { ...update } }, { onConflict: "hash", ignoreDuplicates: true }),
        signal,
      ),
  };
}
