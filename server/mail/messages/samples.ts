import * as v from "valibot";
import { defaultSiteUrl } from "../../contract/brand.ts";
import { movementLines } from "../../contract/figures.ts";
import { type LaunchFinding, ok, wrong } from "../../launch/finding.ts";
import { howToGoOn } from "../../launch/pause.ts";
import type { MessageKind, MessageParameters } from "./parameters.ts";
import { alertMail, type Digest, digestMail } from "./operator.ts";
import { inviteLink } from "./personal.ts";
import { renderUpdate } from "./renderUpdate.ts";

const sampleUpdate = `# Partial payments work

A client can now pay an invoice in parts: a deposit first, the rest on delivery. Of **invoice 014** over €2,480, that is €744 now and €1,736 to come.

## What you can try

- Ask for a deposit of 30 % with one switch.
- See what is still to come, invoice by invoice.
- Read [how partial payments are taxed](${defaultSiteUrl}/notes/partial-payments).

> A deposit is no discount: the total of the invoice stays.

## What comes next

1. Reminders, in words that you approved.
2. The cash-flow forecast.

Questions? Answer this mail.
`;

const sampleLaunch = `# The doors are open

You asked to hear first, and here it is.

Write your first invoice: it takes two minutes.

Tell us what is missing. We read every answer.
`;

/** Sample of the operator's words above a request to confirm. */
const sampleRequest = `# We met at the fair

You gave us your card in May. This is what we talked about.
`;

const sampleDigest: Digest = {
  waitlist: {
    total: 1512,
    notified: 400,
    confirmed: 1240,
    mailable: 1204,
    unsubscribed: 61,
    bounced: 12,
    complained: 1,
    invited: 400,
    redeemed: 138,
  },
  movement: v.parse(movementLines, [
    {
      span: "day",
      total: true,
      source: null,
      joined: 38,
      referred: 9,
      confirmed: 31,
      unsubscribed: 1,
      applied: 4,
      redeemed: 17,
    },
    {
      span: "week",
      total: true,
      source: null,
      joined: 214,
      referred: 41,
      confirmed: 187,
      unsubscribed: 6,
      applied: 19,
      invited: 400,
      redeemed: 138,
      bounced: 2,
    },
    { span: "week", total: false, source: "newsletter", joined: 96 },
    { span: "week", total: false, source: null, joined: 71 },
    { span: "week", total: false, source: "podcast", joined: 30 },
  ]),
  waves: [
    {
      number: 1,
      at: "2026-11-24T09:00:00Z",
      starts: null,
      kind: "launch-announcement",
      name: null,
      queued: 0,
      sent: 398,
      bounced: 2,
      complained: 0,
      unsubscribed: 3,
      redeemed: 138,
    },
  ],
};

const sampleApplications = { overdue: 0, soon: 1, day: 2, later: 3, oldest_at: null, urgent_at: null };

/** Sample of what an alert is about. */
const samplePause = wrong("mail", "Mails to the list are paused, as 6 of 100 bounced (6.00 %).", howToGoOn);

/** Sample of how the launch stands, with the longest command of all. */
const sampleFindings: LaunchFinding[] = [
  { ...samplePause, check: "mail" },
  {
    ...wrong(
      "webhook",
      "The webhook’s receiver did not take 2 events.",
      "Once it answers: npx prelaunch webhook failed --retry",
    ),
    check: "webhook",
  },
  { ...ok("backup", "The last backup is 4 h old."), check: "backup" },
];

/** Address of a product that is not set, in previews. */
export const unknownProduct = "https://product.example/";

/** Options of sample mails: what settings and the clock determine in a real one. */
interface SampleSite {
  site: string;
  /** The token in the links of the mail. */
  token: string;
  product?: string | undefined;
  imprint?: string;
  sender?: string;
  /** Days after which an unconfirmed address is erased. */
  unconfirmedDays: number;
  now: Date;
}

/** Sample parameters of each mail, for previews. */
export function samplesFor({
  site,
  token,
  product = unknownProduct,
  imprint,
  sender,
  unconfirmedDays,
  now,
}: SampleSite): {
  [Kind in MessageKind]: MessageParameters<Kind>;
} {
  const everywhere = { site, ...(imprint ? { imprint } : {}), ...(sender ? { sender } : {}) };
  const confirmation = { ...everywhere, token, unsubscribeToken: token, placeToken: token, days: unconfirmedDays };
  const launch = {
    ...everywhere,
    unsubscribeToken: token,
    placeToken: token,
    inviteLink: inviteLink(product, "0".repeat(16)),
  };
  return {
    signup: { ...everywhere, token },
    magiclink: { ...everywhere, token },
    recovery: { ...everywhere, token },
    "waitlist-confirmation": confirmation,
    "waitlist-confirmation-imported": confirmation,
    "waitlist-confirmation-written": { ...confirmation, ...renderUpdate(sampleRequest) },
    "application-received": { ...everywhere, receivedAt: now },
    "application-received-late": everywhere,
    "application-accepted": { ...everywhere, token, tokenType: "magiclink" },
    "application-declined": everywhere,
    "launch-announcement": launch,
    "launch-announcement-written": { ...launch, ...renderUpdate(sampleLaunch) },
    update: { ...everywhere, unsubscribeToken: token, placeToken: token, ...renderUpdate(sampleUpdate) },
    "operator-digest": {
      ...everywhere,
      ...digestMail(now.toISOString().slice(0, 10), sampleDigest, sampleApplications, sampleFindings),
    },
    "operator-alert": { ...everywhere, ...alertMail(samplePause) },
  };
}
