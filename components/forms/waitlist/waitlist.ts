import { missing } from "../../../server/contract/limits.ts";
import { waitlistWords as words } from "../../copy/en/waitlist.ts";
import { rememberJoin } from "../../joinedHere.ts";
import type { FormDefinition } from "../submission/definition.ts";
import { sourceOf } from "./source.ts";

/** The form of the waitlist section (requirements 2, item 6). */
export const waitlist: FormDefinition = {
  name: "waitlist",
  accepted: "joined",
  fields: [
    { kind: "line", name: "email", label: words.email, type: "email", autoComplete: "email", required: missing.email },
  ],
  words,
  body: (content) => {
    const source = sourceOf(location.search);
    return source ? { ...content, source } : content;
  },
  onStored: rememberJoin,
};
