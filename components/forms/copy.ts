import type { Role } from "../../server/contract/limits.ts";
import type { ToastText } from "../ui/toast/toast.ts";
import type { VerificationState } from "./captcha/altcha/verification.ts";

const figure = (value: number): string => value.toLocaleString("en");

/**
 * Every word of the forms, as `site.ts` is for the page: apart from it, so that the forms' code does not carry the page's
 * text to the browser a second time. Texts quoted in the specification (sections 4, 5 and 8) are exact.
 */
export const copy = {
  waitlist: {
    email: "Email",
    submit: { idle: "Join Waitlist", submitting: "Joining..." },
    joined: { title: "Welcome to our waitlist!", text: "Check your email for a confirmation message." },
    failed: "Failed to join waitlist. Please try again.",
    done: "Thanks for joining our waitlist!",
  },

  beta: {
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
    submitted: { title: "Application submitted!", text: "We'll review your application and get back to you soon." },
    failed: "Failed to submit application. Please try again.",
    done: "Application Submitted!",
    promise: "Thank you for applying. We'll review your application and reply within 48 hours.",
    another: "Submit Another Application",
  },

  used: {
    near: (length: number, max: number) => `${figure(length)} of ${figure(max)} characters`,
    over: (excess: number, max: number) =>
      `${figure(excess)} ${excess === 1 ? "character" : "characters"} too many, at most ${figure(max)} fit`,
  },

  errors: {
    verificationRequired: { title: "Verification required", text: "Please complete the reCAPTCHA verification." },
    alreadySubscribed: { title: "Already subscribed", text: "This email is already on our waitlist!" },
    unexpected: { title: "Error", text: "Something went wrong. Please try again." },
    failed: (text: string): ToastText => ({ title: "Error", text }),
    tooManyApplications: {
      title: "Already with us",
      text: "We have 5 applications from this email and will answer those first.",
    },
    tooMany: (wait: string): ToastText => ({ title: "Too many attempts", text: `Please wait ${wait} and try again.` }),
  },

  trap: "Leave this empty",

  captcha: {
    label: "I'm not a robot",
    states: {
      idle: "",
      verifying: "Verifying…",
      verified: "Verified",
      failed: "The verification failed. Check your connection, then tick the box again.",
      limited: "Too many attempts from your network. Wait a few minutes, then tick the box again.",
      expired: "The verification expired. Tick the box again.",
    } satisfies Record<VerificationState, string>,
    blocked: "The captcha could not load. Check your connection and your content blocker.",
    tryAgain: "Try again",
  },
};
