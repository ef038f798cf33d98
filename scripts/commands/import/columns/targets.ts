import type { BetaApplicationRow, WaitlistRow } from "../../../../server/supabase/schema.ts";
import { list } from "../list.ts";
import type { Column } from "./survey.ts";

/** How one of our columns is recognised in a file. */
export interface Target {
  /** Headers in normal form, the most certain first. */
  names: readonly string[];
  /** Whether a column with such a name holds what it must; any column will do where this is not given. */
  fits?: (column: Column) => boolean;
  /** Headers that count only where the column holds dates. */
  namesOfDates?: readonly string[];
}

const hasIds = ({ uuids }: Column): boolean => uuids > 0;

const email: Target = {
  names:
    list(`email emailaddress mail emails subscriberemail youremail contactemail emailaddresses emailadresse mailadresse
    adresseemail courriel useremail primaryemail`),
};

const created: Target = {
  names: list(`createdat created createdtime creationdate createdate createddate datecreated signupdate signedupat
    signuptimestamp subscribedat subscribeddate subscriptiondate optintime optindate dateadded addedtime addedat addedon
    joinedat joinedon joindate datejoined signedupon datesubscribed subscribedon registeredat registeredon registrationdate
    profilecreatedon timestamp submittedat submittedon submitdate submitdateutc submissiondate submissiontime datesubmitted
    completiontime zeitstempel anmeldedatum angemeldetam eintragungsdatum erstelltam erstellt registrierungsdatum hinzugefuegtam
    dateinscription datedinscription date datum`),
  namesOfDates: list(
    "subscribed signedup signup optin optedin registered registriert joined angemeldet abonniert added startdate",
  ),
};

/** Columns of the waitlist that a file can fill, besides those that say who has unsubscribed (status/names.ts). */
export const waitlistTargets = {
  email,
  created_at: created,
  source: { names: list("source utmsource campaign referrer signupsource quelle herkunft") },
  notified: { names: ["notified"] },
  confirmed_at: {
    names: list(`confirmedat confirmtime optinconfirmedat verifiedat confirmationdate confirmdate doubleoptintime
      doubleoptindate bestaetigtam bestaetigungsdatum`),
    namesOfDates: list("confirmed verified activated aktiviert doubleoptin"),
  },
  id: { names: ["id"], fits: hasIds },
} as const satisfies Record<Exclude<keyof WaitlistRow, "unsubscribed_at">, Target>;

/** Columns of the beta applications that a file can fill. */
export const betaTargets = {
  email,
  name: { names: list("name fullname yourname vollername") },
  company: { names: list("company companyname organisation organization firma unternehmen") },
  role: { names: list("role rolle iama whatdescribesyoubest") },
  reason: { names: list("reason why message whydoyouwanttojoin grund nachricht") },
  status: { names: ["status"] },
  created_at: created,
  reviewed_at: { names: ["reviewedat"] },
  id: { names: list("id submissionid responseid"), fits: hasIds },
} as const satisfies Record<keyof BetaApplicationRow, Target>;
