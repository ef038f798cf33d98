import { normalName } from "../columns/normalName.ts";
import { list } from "../list.ts";
import type { StatusKind } from "./read.ts";

// Headers of the usual tools (status/words.ts) in normal form, English, German and French.
const known: Record<StatusKind, readonly string[]> = {
  status: list(`status emailstatus emailmarketingstatus subscriptionstatus subscriberstatus subscribertype contactstatus
    memberstatus emailmarketingconsent emailmarketingstate emailsuppressions consentstatus newsletterstatus optinstatus
    liststatus abostatus anmeldestatus abonnementstatus statut marketingstatus suppressionreason`),
  subscribed:
    list(`subscribed issubscribed subscribedtoemails acceptsemailmarketing acceptsmarketing emailoptin optin optedin
    doubleoptin newsletter newsletteroptin marketingoptin marketingconsent emailconsent marketingemails emailmarketing consent
    einwilligung active aktiv enabled angemeldet abonniert mailable abonne`),
  unsubscribed_at:
    list(`unsubscribed isunsubscribed unsubscribedat unsubscribedon unsubtime unsubscribedate unsubscribeddate
    unsubscribetime unsubscriptiondate unsubscribeat unsub optout optoutdate optouttime optedout optedoutat optedoutofemail
    emailoptout hasoptedout unsubscribedfromallemail unsubscribedfromemails portalunsubscribe cancelledat canceledat
    cancelled canceled emaildisabled removed removeddate removedat removedon deletedat deleted deactivated deactivatedat
    disabled blocklisted blacklisted blocklist blacklist emailblacklist emailblacklisted emailblocklisted blocked donotemail
    donotcontact donotmail donotsend suppressed abgemeldet abgemeldetam abmeldedatum abmeldung abmeldezeit abbestellt
    ausgetragen austragungsdatum gekuendigt inaktiv inactive gesperrt widerruf widerrufen desabonne desinscrit
    dateoptout datedesinscription`),
  bounced: list(`bounced isbounced bouncedat bouncedate hardbounce hardbounced hardbouncedat emailhardbouncereason
    invalidemailaddress portalbounce globalbounce cleaned cleantime cleanedat undeliverable unzustellbar`),
  complained:
    list(`complained complainedat complaint spamcomplaint portalspamreport markedasspam spamreport reportedspam
    beschwerde spam`),
};

/** Names that only look like a status: other channels, plans, and details of an unsubscription. */
const harmless =
  /sms|phone|whatsapp|plan$|tier$|^activesubscription$|(?:title|id|ids|url|link|token|hash|reason|reasonother|ip|rate|campaign|timestamp|count|note|notes|source|country|code)$|^confirmed$|^verified$|^notified$/u;

const lookalike =
  /unsub|subscri|opt(?:ed)?(?:in|out)|bounc|clean|complain|spam|junk|abgemeld|abmeld|abbestell|austrag|kuendig|blacklist|blocklist|blockiert|gesperrt|suppress|consent|einwillig|newsletter|marketing|mailing|status|statut|inactiv|inaktiv|removed|deleted|disabled|deactiv|deaktiv|permission|gdpr|dsgvo|donot|unzustell|desabonn|desinscri/u;

/** The kind of a column by its name; HubSpot has one opt-out column per kind of mail. */
export function kindByName(header: string): StatusKind | undefined {
  const name = normalName(header);
  const kinds = ["status", "subscribed", "unsubscribed_at", "bounced", "complained"] as const;
  return (
    kinds.find((kind) => known[kind].includes(name)) ??
    (name.startsWith("optedoutofemail") ? "unsubscribed_at" : undefined)
  );
}

/** Whether a name shows that a column is about something else than who may be mailed. */
export const isHarmless = (header: string): boolean => harmless.test(normalName(header));

/** Whether a column's name alone is reason enough to ask. */
export const looksLikeStatus = (header: string): boolean => lookalike.test(normalName(header)) && !isHarmless(header);

const besides = /sms|phone|whatsapp|(?:reason|reasonother|title|campaign|notes?|url|link)$/u;

/** Whether a name shows that status words in the column do not count: it is about another channel, or a text beside a status. */
export const isBesides = (header: string): boolean => besides.test(normalName(header));
