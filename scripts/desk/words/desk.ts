import { peopleWords } from "./people.ts";

export const deskCopy = {
  name: "Desk",
  skip: "Skip to content",
  parts: "Parts of the desk",
  loading: "Loading …",
  again: "Try again",
  changed: "Something has changed meanwhile.",
  showChanged: "Show it",
  closed: "The desk is closed. Start it again: npx prelaunch desk",
  /** This is said when an answer has no body. */
  noWords: (status: number) => `The desk could not do that, and does not say why (HTTP ${status}). Try again.`,
  incomplete: "The desk’s answer is incomplete. Try again.",
  late: (seconds: number) =>
    `The backend has not answered for ${seconds} s. Try again; what is wrong with it: npx prelaunch check backend`,
  none: "None yet.",
  noSite: "The site’s address is not known: set SITE_URL, or start the site, and open the desk again.",
  close: "Close",
  cancel: "Cancel",
  views: { overview: "Overview", people: "People", applications: "Applications", mail: "Mail" },
  people: peopleWords,
  applications: {
    status: "Status",
    statuses: { pending: "Pending", accepted: "Accepted", declined: "Declined" },
    keys: "Keys: j next, k previous, a accept, d decline, u undo",
    none: {
      pending: "Nobody waits for an answer.",
      accepted: "Nobody was accepted yet.",
      declined: "Nobody was declined.",
    },
    more: {
      pending: "These 200 have waited longest. The next ones come up as you answer.",
      accepted: "The newest 200 are shown.",
      declined: "The newest 200 are shown.",
    },
    list: "Applications",
    actor: (name: string) => `You decide as ${name}.`,
    left: (hours: number) => (hours === 0 ? "under 1 h left" : `${hours} h left`),
    /** The time is given in whole days from two days on. */
    late: (hours: number) => (hours < 48 ? `${hours} h late` : `${Math.floor(hours / 24)} days late`),
    accept: "Accept",
    decline: "Decline",
    reopen: "Reopen",
    undo: "Undo",
    secondsLeft: (seconds: number) => `${seconds} s`,
    before: {
      pending: "Applied before: pending",
      accepted: "Applied before: accepted",
      declined: "Applied before: declined",
    },
    note: "Note, for operators only",
    addNote: "Add the note",
    history: "History",
    received: "received",
    noted: "note",
  },
};
