import { brand } from "../../server/contract/brand.ts";
import { contact } from "./contact.ts";
import { replyWithinHours, type Role } from "../../server/contract/limits.ts";

/** What happens after an application, in order. */
export const betaSteps = [
  { name: "Apply", text: "Tell us what you do and what you need." },
  { name: "Hear back", text: `We read every application and reply within ${replyWithinHours} hours.` },
  { name: "Start", text: "If it’s a match, your sign-in link. We email you when the beta starts." },
];

/** Words of the beta form. Texts quoted in requirements 4 and 8 are exact. */
export const betaWords = {
  section: {
    title: "Use it before launch",
    text: `A few freelancers, consultants and owners will run real work on ${brand} before launch, and tell us what’s missing.`,
    kept: `We keep what you enter until the beta ends, to answer you and to run it. To see it or have it deleted, write to ${contact}.`,
  },
  name: "Name",
  email: "Email",
  company: "Company",
  role: "Role",
  chooseRole: "Select your role",
  roles: {
    freelancer: "Freelancer",
    "small-business-owner": "Small business owner",
    consultant: "Consultant",
    "agency-owner": "Agency owner",
    other: "Other",
  } satisfies Record<Role, string>,
  reason: "Why do you want to join the beta?",
  reasonHint: "Two or three sentences are enough.",
  submit: { idle: "Submit Application", submitting: "Submitting..." },
  stored: { title: "Application submitted!", text: "We'll review your application and get back to you soon." },
  failed: "Failed to submit application. Please try again.",
  done: {
    title: "Application Submitted!",
    next: `We reply within ${replyWithinHours} hours`,
    text: (address: string) => `By email to ${address} with your sign-in link, if it’s a match.`,
    another: "Submit Another Application",
  },
};
