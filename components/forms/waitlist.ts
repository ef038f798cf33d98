import { missing } from "../../server/contract/limits.ts";
import { slugOf, sourceOfSlug } from "../../server/contract/characters.ts";
import { waitlistWords as words } from "../copy/waitlist.ts";
import { rememberJoin } from "../joinedHere.ts";
import type { FormDefinition } from "./definition.ts";

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
    const via = new URLSearchParams(location.search).get("via");
    return { ...content, ...(source && { source }), ...(via && { via }) };
  },
  onStored() {
    rememberJoin();
    forgetVia();
  },
};

/** Takes who sent the visitor out of the address, which they may copy for others, and where it is kept until they join. */
function forgetVia(): void {
  const url = new URL(location.href);
  url.searchParams.delete("via");
  if (url.href !== location.href) history.replaceState(history.state, "", url);
}

/**
 * The visitor's campaign, from `?utm_source=` or `?ref=`, converted to the contract's form (a-z, 0-9, dot, dash, underscore).
 * Undefined if there is none, and for anything with an @, as a link must not carry an address.
 */
function sourceOf(search: string): string | undefined {
  const query = new URLSearchParams(search);
  return sourceOfSlug(slugOf(query.get("utm_source") || query.get("ref") || ""));
}
