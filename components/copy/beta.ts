import { brand } from "../../server/contract/brand.ts";
import { replyWithinHours, type Role } from "../../server/contract/limits.ts";

/** What happens after an application, in order. */
export const betaSteps = [
  { name: "Apply", text: "Tell us what you need." },
  { name: "Hear back", text: `We reply within ${replyWithinHours} hours.` },
  { name: "Start", text: "If it’s a match, with your sign-in link." },
];

/** Words of the beta form. Texts quoted in requirements 4 and 8 are exact. */
export const betaWords = {
  section: {
    title: "Use it before launch",
    text: `Run real work on ${brand} early, and tell us what’s missing.`,
    kept: "Only to answer you and to run the beta.",
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
