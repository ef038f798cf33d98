import { limits, missing } from "../../server/contract/limits.ts";
import { betaWords as words } from "../copy/beta.ts";
import { applied } from "../events.ts";
import { recall, remember } from "../storage.ts";
import type { FormDefinition } from "./definition.ts";

/** The form of the beta section (requirements 2, item 7). */
export const beta: FormDefinition = {
  name: "beta",
  accepted: "submitted",
  fields: [
    {
      kind: "line",
      name: "name",
      label: words.name,
      autoComplete: "name",
      max: limits.name,
      required: missing.name,
      half: true,
    },
    {
      kind: "line",
      name: "email",
      label: words.email,
      type: "email",
      autoComplete: "email",
      required: missing.email,
      half: true,
    },
    {
      kind: "line",
      name: "company",
      label: words.company,
      autoComplete: "organization",
      max: limits.company,
      half: true,
    },
    {
      kind: "choice",
      name: "role",
      label: words.role,
      prompt: words.chooseRole,
      options: words.roles,
      required: missing.role,
      half: true,
    },
    {
      kind: "prose",
      name: "reason",
      label: words.reason,
      hint: words.reasonHint,
      rows: 4,
      max: limits.reason,
      required: missing.reason,
    },
  ],
  words,
  body: (content) => ({ ...content, submissionId: submissionIdOf(content) }),
  onStored: () => document.dispatchEvent(new Event(applied)),
  onEmptied: forgetSubmission,
};

/** Key in `sessionStorage` of the beginning of this tab's ids. It is random: nothing that was typed is stored. */
const key = "keelbook-application";

let beginning: string | null = null;

/**
 * The idempotency key of an application: in one tab the same for the same content, also after a reload, where browsers restore what was
 * typed. So a retry after a lost answer is not stored twice. {@link forgetSubmission} makes the next one another.
 */
function submissionIdOf(content: object): string {
  beginning ??= recall(key, "sessionStorage") ?? randomId().slice(0, -8);
  remember(key, beginning, "sessionStorage");
  return beginning + fingerprint(JSON.stringify(content));
}

/** Lets the next application have another id, though its content may be the same. */
function forgetSubmission(): void {
  beginning = null;
  remember(key, null, "sessionStorage");
}

/** A random UUID (RFC 9562 section 5.4). Browsers have `crypto.randomUUID` only on pages that came by HTTPS or from this machine. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/u, "$1-$2-4$3-a$4-$5");
}

/** Eight hexadecimal digits, which differ for texts that differ in one character (FNV-1a). */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
