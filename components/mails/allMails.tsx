import type { ComponentProps, ReactElement } from "react";
import { joinPlaceLink } from "../../server/contract/shareCode.ts";
import { mails, type MailCopy } from "../copy/mails.ts";
import { Invoice } from "./Invoice.tsx";
import { Layout } from "./Layout.tsx";
import { Mail } from "./Mail.tsx";
import { Waterline } from "./Waterline.tsx";

/** A mail that is rendered once, with placeholders for values that are only known when it is sent. */
export interface MailTemplate {
  subject: string;
  element: ReactElement;
}

// These names are the same as in server/mail/messages/parameters.ts.
const hole = (name: string): string => `{{${name}}}`;
const site = hole("site");
const common = { site, imprint: hole("imprint") };
/** The links at the end of every mail to the list. */
const toList = {
  unsubscribe: `${site}/#unsubscribe=${hole("unsubscribeToken")}`,
  place: `${site}/#place=${joinPlaceLink({ place: hole("placeToken"), unsubscribe: hole("unsubscribeToken") })}`,
};
const signInLink = (kind: string) => `${site}/#token_hash=${hole("token")}&type=${kind}`;

type Rest = Omit<ComponentProps<typeof Mail>, "copy" | "site" | "imprint">;

const mail = (copy: MailCopy, rest: Rest = {}): MailTemplate => ({
  subject: copy.subject,
  element: <Mail copy={copy} {...common} {...rest} />,
});

/** A mail that somebody signs. */
const letter = (copy: MailCopy, rest: Rest = {}) => mail(copy, { ...rest, sender: hole("sender") });

/** The links of the request to confirm. */
const confirmation = { link: `${site}/#confirm=${hole("token")}`, ...toList };

/** The parts that the launch mail has both with our text and with the operator's. */
const launch = { link: hole("inviteLink"), ...toList, picture: <Invoice /> };

interface UpdateMailProps {
  subject: string;
  preheader: string;
  /** Placeholder of the text, which is inserted as HTML. */
  body: string;
  site: string;
  imprint: string;
  /** The sentence that says why this mail came. */
  reason: string;
  /** Unsubscribe link, for a mail to the list. */
  unsubscribe?: string;
  place?: string;
}

/** A mail whose text is only known when it is sent: to the list in the operator's own words, or to the operator. */
function UpdateMail({ body, ...rest }: UpdateMailProps) {
  return (
    <Layout {...rest} waterline={<Waterline milestones={[]} />}>
      <div>{body}</div>
    </Layout>
  );
}

/** A mail of a text that is inserted. */
const inserted = (reason: string, rest: Partial<typeof toList> = {}): MailTemplate => ({
  subject: hole("subject"),
  element: (
    <UpdateMail
      subject={hole("subject")}
      preheader={hole("preheader")}
      body={hole("bodyHtml")}
      reason={reason}
      {...common}
      {...rest}
    />
  ),
});

export const allMails = {
  signup: mail(mails.signup, { link: signInLink("signup") }),
  magiclink: mail(mails.magiclink, { link: signInLink("magiclink") }),
  recovery: mail(mails.recovery, { link: signInLink("recovery") }),
  "waitlist-confirmation": letter(mails.waitlistConfirmation(hole("days")), confirmation),
  "waitlist-confirmation-imported": letter(mails.importedConfirmation(hole("days")), confirmation),
  "waitlist-confirmation-written": letter(
    { ...mails.importedConfirmation(hole("days")), subject: hole("subject"), preheader: hole("preheader") },
    { ...confirmation, body: hole("bodyHtml") },
  ),
  "application-received": letter(mails.applicationReceived(hole("receivedAt"))),
  "application-received-late": letter(mails.applicationReceivedLate),
  "application-accepted": letter(mails.applicationAccepted, {
    link: signInLink(hole("tokenType")),
    laterLink: `${site}/#sign-in`,
  }),
  "application-declined": letter(mails.applicationDeclined),
  "launch-announcement": letter(mails.launchAnnouncement, launch),
  // The operator signs this mail in its text, so the layout adds no signature.
  "launch-announcement-written": mail(
    { ...mails.launchAnnouncement, paragraphs: [], subject: hole("subject"), preheader: hole("preheader") },
    { ...launch, body: hole("bodyHtml") },
  ),
  update: inserted(mails.update.reason, toList),
  "operator-digest": inserted(mails.operator.reason),
  "operator-alert": inserted(mails.operator.reason),
} satisfies Record<string, MailTemplate>;

/** A text that GoTrue chooses by what a sign-up says of itself (components/auth/account.ts); a request for a sign-in link does not. */
const ifPasswordChosen = (text: string, otherwise: string): string =>
  `{{ if .Data.chose_password }}${text}{{ else }}${otherwise}{{ end }}`;

const either = (chosen: MailCopy, otherwise: MailCopy): MailCopy => ({
  ...chosen,
  subject: ifPasswordChosen(chosen.subject, otherwise.subject),
  preheader: ifPasswordChosen(chosen.preheader, otherwise.preheader),
  heading: ifPasswordChosen(chosen.heading, otherwise.heading),
  paragraphs: [ifPasswordChosen(chosen.paragraphs.join(" "), otherwise.paragraphs.join(" "))],
  action: ifPasswordChosen(chosen.action ?? "", otherwise.action ?? ""),
  reason: ifPasswordChosen(chosen.reason, otherwise.reason),
});

/** The mails that a hosted project sends itself. It has one for a sign-up and for the first sign-in link of an address. */
export const hostedMails = {
  signup: mail(either(mails.signup, mails.magiclink), { link: signInLink("signup") }),
  magiclink: allMails.magiclink,
  recovery: allMails.recovery,
} satisfies Record<string, MailTemplate>;
