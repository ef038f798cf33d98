import { normalName } from "../columns/normalName.ts";
import type { Standing } from "../../../records/standing.ts";
import { list } from "../list.ts";

// Words of Mailchimp, Kit, Substack, Ghost, beehiiv, MailerLite, Brevo, Shopify, HubSpot, listmonk, Buttondown, Klaviyo
// and CleverReach, in normal form. A person who never agreed (non-subscribed) may not be mailed, like one who unsubscribed.
const words: Record<Standing, string[]> = {
  listed:
    list(`subscribed subscribe subscriber active enabled confirmed regular premium gifted free paid comped trialing
    optedin optin singleoptin doubleoptin explicit granted mailable angemeldet aktiv aktiviert bestaetigt abonniert eingetragen
    eingewilligt abonne inscrit pending unconfirmed unactivated validating notconfirmed waiting ausstehend unbestaetigt
    nichtbestaetigt enattente softbounce softbounced`),
  unsubscribed:
    list(`unsubscribed unsubscribe unsub unsubscribes optedout optout optsout nolongersubscribed cancelled canceled
    inactive disabled removed deleted archived suppressed usersuppressed manuallysuppressed manual blocklisted blacklisted
    blocked blocklist blacklist nonsubscribed notsubscribed neversubscribed notoptedin transactional donotemail
    donotcontact donotmail revoked withdrawn denied abgemeldet ausgetragen abbestellt gekuendigt inaktiv deaktiviert
    geloescht gesperrt widerrufen widersprochen nichtabonniert desinscrit desabonne desinscrite desabonnee`),
  bounced: list(`bounced bounce hardbounce hardbounced hardbounces cleaned invalid invalidemail undeliverable malformed
    unzustellbar ungueltig permanentbounce`),
  complained:
    list(`complained complaint complainer spam spamcomplaint spamcomplaints spamreport spamreported markedasspam
    reportedasspam reportedspam junk abuse abusereport abusecomplaint beschwerde spambeschwerde alsspammarkiert`),
};

const byWord = new Map(
  (["listed", "unsubscribed", "bounced", "complained"] as const).flatMap((standing) =>
    words[standing].map((word): [string, Standing] => [word, standing]),
  ),
);

/** The standing that a status word stands for; undefined for an unknown word. */
export const wordStanding = (word: string): Standing | undefined => byWord.get(normalName(word));

/** Words that mean a status, whatever the column. */
const unmistakable = new Set(
  list(`subscribed unsubscribed optedout optedin optout nonsubscribed notsubscribed neversubscribed bounced hardbounce
    hardbounced cleaned complained spamcomplaint markedasspam blocklisted blacklisted undeliverable abgemeldet ausgetragen
    abbestellt unzustellbar desinscrit desabonne`),
);
/** Whether a word means a status whatever its column is called. */
export const isUnmistakable = (word: string): boolean => unmistakable.has(normalName(word));

const yes = new Set(list("yes y true t 1 x ja j wahr oui o si on checked"));
const no = new Set(list("no n false f 0 nein falsch non off unchecked"));

/** Whether a cell says yes in English, German, French, Spanish or Italian, or by a tick. */
export const isYes = (text: string): boolean => yes.has(normalName(text)) || /^[✓✔☑✅]$/u.test(text);
/** Whether a cell says no, in the same ways. */
export const isNo = (text: string): boolean => no.has(normalName(text)) || /^[✗✘☐❌]$/u.test(text);

/** How databases and spreadsheets write that there is no value. */
const nothing = /^(?:|-+|–|n\/?a|null|nil|none|never|nie|#n\/a|0000-00-00(?:[ T]00:00:00)?|\[\])$/iu;
/** Whether a cell is blank, or holds a placeholder for "no value". */
export const saysNothing = (text: string): boolean => text === "" || nothing.test(text);
