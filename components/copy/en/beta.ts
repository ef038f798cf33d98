import { brand, contact } from "../../../server/contract/brand.ts";
import type { Role } from "../../../server/contract/limits.ts";

/** What happens after an application, in order. */
export const betaSteps = [
  { name: "Apply", text: "Tell us what you do and what you would want from it." },
  { name: "Hear back", text: "We read every application and reply within 48 hours." },
  { name: "Come aboard", text: "If it is a match, your sign-in link arrives by e-mail." },
];

/** Words of the beta form. Texts quoted in requirements 4 and 8 are exact. */
export const betaWords = {
  section: {
    title: "Sail it before anyone else",
    text: `The beta is a small crew of freelancers, consultants and owners who run real work through ${brand} before launch and tell us where it leaks.`,
    kept: `We store what you enter until the beta is over, to answer you and to run it. To see or erase it, write to ${contact}.`,
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
  submit: { idle: "Submit Application", submitting: "Submitting..." },
  stored: { title: "Application submitted!", text: "We'll review your application and get back to you soon." },
  failed: "Failed to submit application. Please try again.",
  done: {
    title: "Application Submitted!",
    text: "Thank you for applying. We'll review your application and reply within 48 hours.",
    another: "Submit Another Application",
  },
};
