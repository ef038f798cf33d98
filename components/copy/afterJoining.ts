import { brand } from "../../server/contract/brand.ts";

/** Words of what somebody who joined or confirmed can go on with: the questions (questions.ts), and bringing a friend. */
export const afterJoiningWords = {
  questions: {
    count: (number: number, all: number) => `Question ${number} of ${all}`,
    save: "Save",
    saved: "Saved",
    skip: "Skip",
    notSaved: "That wasn’t saved. Check your connection, then try again.",
    again: "Try again",
    over: "We can’t save answers here any more, so that’s all. Thank you.",
    thanks: "Thank you. That’s all we ask.",
  },
  share: {
    ask: "Know someone else who sends invoices?",
    action: "Share with a friend",
    copied: "Copied",
    byHand: "Select this link and copy it:",
    /** What the friend reads. */
    text: `${brand}: invoices, cash flow and tax on an even keel.`,
  },
};
