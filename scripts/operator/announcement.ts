import { createHash } from "node:crypto";
import { shareLink } from "../../server/contract/shareCode.ts";
import type { MailContent } from "../../server/mail/mail.ts";
import { forPerson } from "../../server/mail/messages/personal.ts";
import { renderMessage } from "../../server/mail/messages/render.ts";
import { renderUpdate } from "../../server/mail/messages/renderUpdate.ts";
import { routeSettings } from "../../server/settings/hosts.ts";
import { type BackendContext, mailFacts, siteIsHere } from "../cli/context.ts";
import { done } from "../cli/data.ts";
import type { Audience } from "./waves.ts";

/** Which people are told. */
export type Choice = Pick<Audience, "source" | "role" | "answer">;

/** What is told, and to whom. */
export interface Announcement {
  audience: Audience;
  /** The mail as somebody without friends would get it. */
  mail: MailContent;
  /** Has to be done before the first mail is queued; it can be repeated. @throws CliError as `done` does. */
  prepare(): Promise<void>;
}

/** What each mail of the list holds; in the preview with a token as long as a real one. */
function everywhere(context: BackendContext) {
  const { siteUrl: site = "https://example.com", imprint } = mailFacts(context);
  return { site, imprint, unsubscribeToken: "0".repeat(64) };
}

/** The launch, which each person is told of once. @throws CliError `configuration`. */
export const launchAnnouncement = (context: BackendContext, audience: Choice): Announcement => ({
  audience,
  mail: renderMessage("launch-announcement", everywhere(context)),
  prepare: async () => undefined,
});

/**
 * An update in Markdown, which each person gets once under its name: by default the SHA-256 of its text without byte order mark, with line
 * ends unified and empty lines at the end removed.
 * @throws UpdateError when it cannot be sent as it is; CliError `configuration`.
 */
export function updateAnnouncement(
  context: BackendContext,
  markdown: string,
  name: string | undefined,
  choice: Choice,
): Announcement {
  const { supabase, signal } = context;
  const update = renderUpdate(markdown);
  const hash = createHash("sha256").update(markdown.replaceAll(/\r\n?/gu, "\n").trimEnd()).digest("hex");
  const shown = everywhere(context);
  const person = { shareLink: shareLink(shown.site, "0".repeat(8)), friends: 0 };
  return {
    audience: { name: name ?? hash, hash, ...choice },
    mail: renderMessage("update", { ...shown, ...forPerson(update, person) }),
    prepare: () =>
      done(
        supabase
          .from("email_updates")
          .upsert({ hash, parameters: { ...update } }, { onConflict: "hash", ignoreDuplicates: true }),
        signal,
      ),
  };
}

/**
 * A warning where the mails of a public site would go to the inbox folder, as nothing else is set: who is told is told once, and nobody
 * repeats what only a file says. @throws CliError `configuration`.
 */
export function filesWarning(context: BackendContext): string | undefined {
  const facts = mailFacts(context);
  if (!context.embedded || facts.route !== "none" || siteIsHere(facts)) return undefined;
  return `The site is public, but ${routeSettings.join(" and ")} are not set: these mails become files in the inbox, which nobody gets, and the people count as told (docs/mail.md).`;
}
