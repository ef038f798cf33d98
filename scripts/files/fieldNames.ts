/**
 * Names of columns, in normal form, by the field that they fill; the most certain name of a field comes first. They
 * are the headers of the thirteen tools (docs/import.md) and plain words. The fields that are not here have their
 * own name.
 */
export const fieldNames = {
  email: [
    // English
    "email",
    "emailaddress",
    "mail",
    "emails",
    "subscriberemail",
    "youremail",
    "contactemail",
    "emailaddresses",
    // German
    "emailadresse",
    "mailadresse",
    // English
    "useremail",
    "primaryemail",
    "mails",
    "mailaddress",
    "mailaddresses",
    // French
    "adresseemail",
    "adressemail",
    // Spanish and Italian
    "correoelectronico",
    "direcciondecorreoelectronico",
    "indirizzoemail",
    // Lists of mails: Postmark, SparkPost and others
    "recipient",
    "recipientemail",
    "emailrecipient",
  ],
  created_at: [
    // When a record was made
    "createdat",
    "created",
    "createdtime",
    "creationdate",
    "createdate",
    "createddate",
    "datecreated",
    // When a person signed up
    "signupdate",
    "signedupat",
    "subscribedat",
    "subscribeddate",
    "subscriptiondate",
    "optintime",
    "optindate",
    "dateadded",
    "addedtime",
    "addedat",
    "addedon",
    "joinedat",
    "joinedon",
    "joindate",
    "datejoined",
    "signedupon",
    "subscribedon",
    "registeredat",
    "registrationdate",
    // Forms
    "timestamp",
    "submittedat",
    "submitdate",
    "submissiondate",
    "submissiontime",
    "datesubmitted",
    "completiontime",
    // German
    "zeitstempel",
    "anmeldedatum",
    "angemeldetam",
    "erstelltam",
    // Google Forms, in French, Spanish and Italian
    "horodateur",
    "marcatemporal",
    "informazionicronologiche",
    // Any language
    "date",
    "datum",
  ],
  confirmed_at: [
    // English
    "confirmedat",
    // Mailchimp
    "confirmtime",
    // English
    "optinconfirmedat",
    "verifiedat",
    "confirmationdate",
    "doubleoptintime",
    "doubleoptindate",
  ],
  source: ["source", "utmsource", "campaign", "referrer", "signupsource", "quelle"],
  tags: ["tags", "tag"],
  id: ["id", "submissionid", "responseid"],
  name: ["name", "fullname", "yourname", "whatsyourname", "whatisyourname", "vollername"],
  company: ["company", "companyname", "organization", "organisation", "firma", "unternehmen"],
  role: ["role", "rolle", "iama", "whatdescribesyoubest"],
  reason: ["reason", "why", "message", "whydoyouwanttojoin"],
  status: [
    // English
    "status",
    "emailstatus",
    // Mailchimp
    "emailmarketingstatus",
    // English
    "subscriptionstatus",
    "subscriberstatus",
    "subscribertype",
    "contactstatus",
    "memberstatus",
    // Klaviyo and Shopify
    "emailmarketingconsent",
    "emailmarketingstate",
    "emailsuppressions",
    // English
    "consentstatus",
    "optinstatus",
    // Postmark
    "suppressionreason",
  ],
  consent: [
    // English
    "subscribed",
    "issubscribed",
    // Ghost
    "subscribedtoemails",
    // Shopify
    "acceptsemailmarketing",
    "acceptsmarketing",
    // English
    "emailoptin",
    "optin",
    "optedin",
    "doubleoptin",
    "newsletter",
    "marketingoptin",
    "marketingconsent",
    "emailconsent",
    "emailmarketing",
    "consent",
    "active",
    // German
    "aktiv",
    // English
    "enabled",
    // German
    "angemeldet",
  ],
  unsubscribed: [
    // English
    "unsubscribed",
    "isunsubscribed",
    "unsubscribedat",
    "unsubscribedon",
    // Mailchimp
    "unsubtime",
    // English
    "unsubscribedate",
    "unsubscribeddate",
    "unsubscribetime",
    "unsubscriptiondate",
    "unsub",
    "optout",
    "optoutdate",
    "optouttime",
    "optedout",
    "optedoutat",
    // HubSpot
    "optedoutofemail",
    // English
    "emailoptout",
    "hasoptedout",
    // HubSpot
    "unsubscribedfromallemail",
    // English
    "unsubscribedfromemails",
    // HubSpot
    "portalunsubscribe",
    // English
    "cancelledat",
    "cancelled",
    "canceled",
    // Substack
    "emaildisabled",
    // English
    "removed",
    "removeddate",
    "removedat",
    "deletedat",
    "deleted",
    "deactivated",
    "disabled",
    "blocklisted",
    "blacklisted",
    // Brevo
    "emailblacklist",
    "emailblacklisted",
    // English
    "blocked",
    "donotemail",
    "donotcontact",
    "suppressed",
    // German
    "abgemeldet",
    "abgemeldetam",
    "abmeldedatum",
    "ausgetragen",
    // English
    "inactive",
  ],
  bounced: [
    // English
    "bounced",
    "bouncedat",
    "bouncedate",
    "hardbounce",
    "hardbounced",
    // HubSpot
    "emailhardbouncereason",
    "invalidemailaddress",
    "portalbounce",
    "globalbounce",
    // Mailchimp
    "cleaned",
    "cleantime",
    "cleanedat",
    // English
    "undeliverable",
    // German
    "unzustellbar",
  ],
  complained: [
    // English
    "complained",
    "complainedat",
    "complaint",
    "spamcomplaint",
    // HubSpot
    "portalspamreport",
    // English
    "markedasspam",
    "spamreport",
    "spam",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
