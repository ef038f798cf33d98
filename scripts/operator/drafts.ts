import type { Tables } from "../../server/supabase/schema.ts";
import { firstCharacters } from "../../server/contract/characters.ts";
import { type Data, dataOf, done } from "../data/calls.ts";
import { CliError } from "../data/errors.ts";

/** How many drafts are listed at most. */
const mostListed = 100;

/** The drafts, the last that was saved first. @throws CliError as `dataOf` does. */
export const readDrafts = ({ supabase, signal }: Data) =>
  dataOf(supabase.from("mail_drafts").select("*").order("updated_at", { ascending: false }).limit(mostListed), signal);

/** The longest subject that the database keeps for lists of drafts. */
const longestSubject = 200;

type MailDraft = Tables["mail_drafts"]["Row"];

/** A draft to keep, and the time at which the version that was read had been saved; a new draft has none. */
type Kept = Pick<MailDraft, "id" | "kind" | "markdown" | "name"> & { version?: string | undefined };

/**
 * Saves a draft in place of the version that was read, and returns the time of saving.
 * @throws CliError `failed` when another person has changed or discarded it since; as `dataOf` does.
 */
export async function saveDraft({ supabase, signal }: Data, { version, ...draft }: Kept, now: Date): Promise<string> {
  const [, subject = ""] = /^\s*#[ \t]+(.+)/u.exec(draft.markdown) ?? [];
  const updated_at = now.toISOString();
  const row = { ...draft, subject: firstCharacters(subject.trim(), longestSubject), updated_at };
  const drafts = supabase.from("mail_drafts");
  const kept = await dataOf(
    version === undefined
      ? drafts.upsert(row, { onConflict: "id", ignoreDuplicates: true }).select("id")
      : drafts.update(row).eq("id", draft.id).eq("updated_at", version).select("id"),
    signal,
  );
  if (kept.length > 0) return updated_at;
  throw new CliError("failed", "Another browser has changed this draft, or discarded it.");
}

/** Discards a draft. A draft that is gone already is no error. @throws CliError as `done` does. */
export const discardDraft = ({ supabase, signal }: Data, id: string): Promise<void> =>
  done(supabase.from("mail_drafts").delete().eq("id", id), signal);
