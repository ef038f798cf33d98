import type { MailDraft } from "../../server/contract/deskMails.ts";
import { type Data, dataOf, done } from "../cli/data.ts";

/** Most drafts that are listed. */
const mostListed = 100;

/** The drafts, the last that was saved first. @throws CliError as `dataOf` does. */
export const readDrafts = ({ supabase, signal }: Data): Promise<MailDraft[]> =>
  dataOf(supabase.from("mail_drafts").select("*").order("updated_at", { ascending: false }).limit(mostListed), signal);

/** Longest subject that is kept for lists of drafts; the database's. */
const longestSubject = 200;

/** Keeps a draft in the place of what it was. @throws CliError as `done` does. */
export function saveDraft(
  { supabase, signal }: Data,
  draft: Pick<MailDraft, "id" | "kind" | "markdown" | "name">,
  now: Date,
) {
  const [, subject = ""] = /^\s*#[ \t]+(.+)/u.exec(draft.markdown) ?? [];
  const row = { ...draft, subject: subject.trim().slice(0, longestSubject), updated_at: now.toISOString() };
  return done(supabase.from("mail_drafts").upsert(row), signal);
}

/** Throws a draft away; it may be gone already. @throws CliError as `done` does. */
export const discardDraft = ({ supabase, signal }: Data, id: string): Promise<void> =>
  done(supabase.from("mail_drafts").delete().eq("id", id), signal);
