import { normalName } from "../../records/addresses.ts";
import { dateShape, mayBeDate } from "./dates.ts";

/** What a file says of a person, from weak to strong: where a line says several things, the strongest counts. */
export const standings = ["listed", "unsubscribed", "bounced", "complained"] as const;
/** One of the {@link standings}. */
export type Standing = (typeof standings)[number];

const list = (words: string): string[] => words.trim().split(/\s+/u);

// Words of Mailchimp, Kit, Substack, Ghost, beehiiv, MailerLite, Brevo, Shopify, HubSpot, listmonk, Buttondown, Klaviyo and
// CleverReach. A person who never agreed (non-subscribed) may not be mailed, like one who unsubscribed.
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
const standingOf = new Map(
  (["listed", "unsubscribed", "bounced", "complained"] as const).flatMap((standing) =>
    words[standing].map((word): [string, Standing] => [word, standing]),
  ),
);

/** The standing that a status word stands for; undefined for an unknown word. */
export const wordStanding = (word: string): Standing | undefined => standingOf.get(normalName(word));

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

const nothing = /^(?:|-+|–|n\/?a|null|nil|none|never|nie|#n\/a|0000-00-00(?:[ T]00:00:00)?|\[\])$/iu;
/** Whether a cell is blank, or holds a placeholder of databases and spreadsheets for "no value". */
export const saysNothing = (text: string): boolean => nothing.test(text);

/** What a column says about who may be mailed: a word, a yes for whom may be, or a yes, a date or a reason for who may not. */
export const statusKinds = ["status", "consent", "left", "bounced", "complained"] as const;
/** One of the {@link statusKinds}. */
export type StatusKind = (typeof statusKinds)[number];

const kinds: Record<StatusKind, string[]> = {
  status: list(`status emailstatus emailmarketingstatus subscriptionstatus subscriberstatus subscribertype contactstatus
    memberstatus emailmarketingconsent emailmarketingstate emailsuppressions consentstatus newsletterstatus optinstatus
    liststatus abostatus anmeldestatus abonnementstatus statut marketingstatus suppressionreason`),
  consent:
    list(`subscribed issubscribed subscribedtoemails acceptsemailmarketing acceptsmarketing emailoptin optin optedin
    doubleoptin newsletter newsletteroptin marketingoptin marketingconsent emailconsent marketingemails emailmarketing consent
    einwilligung active aktiv enabled angemeldet abonniert mailable abonne`),
  left: list(`unsubscribed isunsubscribed unsubscribedat unsubscribedon unsubtime unsubscribedate unsubscribeddate
    unsubscribetime unsubscriptiondate unsubscribeat unsub optout optoutdate optouttime optedout optedoutat optedoutofemail
    emailoptout hasoptedout unsubscribedfromallemail unsubscribedfromemails portalunsubscribe cancelledat canceledat
    cancelled canceled emaildisabled removed removeddate removedat removedon deletedat deleted deactivated deactivatedat
    disabled blocklisted blacklisted blocklist blacklist emailblacklist emailblacklisted emailblocklisted blocked donotemail
    donotcontact donotmail donotsend suppressed abgemeldet abgemeldetam abmeldedatum abmeldung abmeldezeit abbestellt
    ausgetragen austragungsdatum gekuendigt inaktiv inactive gesperrt widerruf widerrufen desabonne desinscrit
    dateoptout datedesinscription deaktiviert`),
  bounced: list(`bounced isbounced bouncedat bouncedate hardbounce hardbounced hardbouncedat emailhardbouncereason
    invalidemailaddress portalbounce globalbounce cleaned cleantime cleanedat undeliverable unzustellbar`),
  complained:
    list(`complained complainedat complaint spamcomplaint portalspamreport markedasspam spamreport reportedspam
    beschwerde spam`),
};

/** The kind of a column by its name; HubSpot has one opt-out column per kind of mail. */
export function kindByName(header: string): StatusKind | undefined {
  const name = normalName(header);
  return (
    statusKinds.find((kind) => kinds[kind].includes(name)) ?? (name.startsWith("optedoutofemail") ? "left" : undefined)
  );
}

// Columns of the thirteen tools, and of most lists, that say nothing about who may be mailed.
const harmless = new Set(
  list(`name firstname lastname fullname yourname first last surname givenname familyname middlename middleinitial salutation
    title prefix suffix nickname username displayname preferredname anrede titel vorname nachname nom prenom nombre apellidos
    company companyname organization organisation firma unternehmen entreprise empresa role jobtitle job position department
    industry address address1 address2 addressline1 addressline2 street strasse city town ort stadt ville region state
    stateregion province provincecode country countrycode countryregion countryname continent land pays pais location zip
    zipcode postalcode postcode plz timezone gmtoff dstoff latitude longitude language lang locale sprache langue idioma
    birthday birthdate dateofbirth geburtstag geburtsdatum gender sex geschlecht age cc currency website url domain phone
    phonenumber mobile mobilephone telephone telefon tel fax sms whatsapp linkedin twitter instagram note notes comment
    comments message bemerkung notiz tags tag labels label lists groups segments attributes metadata customfields source
    sourcename channel campaign medium referrer referrerurl referringsite referralcode referralcount referredby quelle herkunft
    utmsource utmmedium utmcampaign utmterm utmcontent utmchannel memberrating rating ratings stars score leadscore bewertung
    engagement level plan tier tiers type expiry expirydate createddate createdat created createdtime createtime creationdate
    updated updatedat updatedon updatedtime modified modifiedat modifiedtime modificationdate lastmodified lastmodifieddate
    lastupdated lastchanged lastopen lastopened lastopendate lastclick lastclicked lastclickdate lastseen lastseenat
    lastactive lastactivity lastactivitydate lastlogin lastemailsent lastpurchase lastorder lastorderdate lastcontacted
    lastengagement firstpaymentat firstactive firstseen starttime endtime startdate timestamp submittedat confirmtime
    confirmedat confirmed verified notified optintime optinsource confirmip optinip signupip signupsource ip ipaddress
    ipcountry useragent sent opens opened clicks clicked openrate clickrate emailssent emailsopened complimentaryplan
    activesubscription subscriptiontier subscriptionplan paidsubscription importtier stripeconnected stripecustomerid
    subscriberid totalspent totalorders ordercount orders lifetimevalue ltv taxexempt acceptssmsmarketing contactowner
    associatedcompany lifecyclestage emaildomain emailmarketingconsenttimestamp consenttimestamp consentsource doubleoptintime
    doubleoptinip campaigntitle rejectedline rejectionreason nr no number row line`),
);

/** Details of a leaving, which a column beside tells already. */
const details =
  /^(?:unsub\w*|cancell?ation|bounce|suppression|cleancampaign\w*)(?:reason|reasonother|title|campaign|campaigntitle|campaignid|note|ip)$/u;

/** Whether a column is about something beside a status that another column gives. */
export const isDetail = (header: string): boolean => details.test(normalName(header));

const lookalike =
  /unsub|subscri|opt(?:ed)?(?:in|out)|bounc|clean|complain|spam|junk|abgemeld|abmeld|abbestell|austrag|kuendig|blacklist|blocklist|blockiert|gesperrt|suppress|consent|einwillig|newsletter|marketing|mailing|status|statut|inactiv|inaktiv|removed|deleted|disabled|deactiv|deaktiv|permission|gdpr|dsgvo|donot|unzustell|desabonn|desinscri/u;

/** Whether a column's name alone is reason enough to ask. */
export const looksLikeStatus = (header: string): boolean => lookalike.test(normalName(header)) && !isHarmless(header);

/** Whether a name shows that a column is about something else than who may be mailed: about another channel, an id, a figure. */
export function isHarmless(header: string): boolean {
  const name = normalName(header);
  if (harmless.has(name)) return true;
  if (/sms|whatsapp|phone/u.test(name)) return !name.includes("mail");
  return (
    !lookalike.test(name) &&
    /(?:^|[^\p{L}])(?:ids?|uuid|urls?|link|token|hash|ip|code|count|rate|score|rating)$/iu.test(header.trim())
  );
}

/** Whether a text names a standing. */
export const isStanding = (text: string): text is Standing => standings.some((standing) => standing === text);

/** The stronger of two standings. */
export const stronger = (a: Standing, b: Standing): Standing => (standings.indexOf(a) >= standings.indexOf(b) ? a : b);

/** The operator's meanings of words that are not known, by their normal form; that of "" is the meaning of a blank cell. */
export type Meanings = Map<string, Standing>;

/** The key of a value among {@link Meanings}. */
export const keyOf = (text: string): string => normalName(text) || text;

/** A cell may have several words, as Klaviyo writes its suppressions. */
function wordsStandings(text: string): Standing[] | undefined {
  const whole = wordStanding(text);
  if (whole !== undefined) return [whole];
  const parts = text.split(/[,;|[\]"']+/u).filter((part) => part.trim() !== "");
  const said = parts.flatMap((part) => wordStanding(part) ?? []);
  return parts.length > 0 && said.length === parts.length ? said : undefined;
}

/**
 * What one cell of a column says; undefined where it is not understood. A blank says nothing against a person, unless the operator
 * says so. In a column of reasons (`any`), any text but a no counts.
 */
export function cellStandings(kind: StatusKind, text: string, meanings: Meanings, any = false): Standing[] | undefined {
  const meant = meanings.get(keyOf(text));
  if (meant !== undefined && (text !== "" || kind === "status" || kind === "consent")) return [meant];
  if (saysNothing(text)) return ["listed"];
  if (kind === "status") return wordsStandings(text);
  if (kind === "consent") {
    if (isNo(text)) return ["unsubscribed"];
    return isYes(text) || dateShape(text) ? ["listed"] : wordsStandings(text);
  }
  if (isNo(text) || wordStanding(text) === "listed") return ["listed"];
  const least: Standing = kind === "left" ? "unsubscribed" : kind;
  const said = any || isYes(text) || mayBeDate(text) ? [least] : wordsStandings(text);
  return said?.map((standing) => stronger(least, standing));
}
