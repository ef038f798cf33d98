import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { MailDraft } from "../../server/contract/deskMails.ts";
import { mailCopy } from "../copy/deskMail.ts";
import { quietButton } from "../ui/button.ts";
import { fieldClass } from "../ui/field.ts";
import { posted, send, useAction, useDesk } from "./api.ts";
import { Ask } from "./Ask.tsx";
import { minute } from "./format.ts";
import { Said } from "./states.tsx";

const words = mailCopy.write;

type Kind = "launch" | "update";
const kinds = { launch: "launch-announcement", update: "update" } as const satisfies Record<Kind, MailDraft["kind"]>;

/** Rests of a second in which nothing is typed, in ms, before a draft is saved. */
const saveAfter = 1000;

/** The text of a launch or an update, which is saved as a draft while it is written, and the other drafts. */
export function Text(props: {
  what: Kind;
  texts: Readonly<Record<string, string>>;
  onChange: (more: Record<string, string>) => void;
}) {
  const { what, texts, onChange } = props;
  const { text = "", draft = "", name = "" } = texts;
  const drafts = useDesk<MailDraft[]>("drafts").data ?? [];
  const save = useSaving({ id: draft, kind: kinds[what], markdown: text, name: what === "update" ? name : "" }, drafts);
  return (
    <div className="grid gap-3">
      <label className={fieldClass.stack}>
        <span className={fieldClass.label}>{words.text}</span>
        <textarea
          value={text}
          rows={8}
          aria-describedby="mail-text"
          className={`${fieldClass.textarea} font-mono`}
          onChange={({ target }) => onChange({ text: target.value, draft: draft === "" ? crypto.randomUUID() : draft })}
        />
      </label>
      <p id="mail-text" className={fieldClass.hint}>
        {words.textHints[what]}
      </p>
      {text !== "" && (
        <div className="flex flex-wrap items-center gap-x-4">
          <p role="status" className={save.error ? "font-semibold text-danger" : "text-muted"}>
            {save.error ? words.notSaved(save.error.message) : save.isSaved ? words.saved : words.saving}
          </p>
          {save.isSaved && (
            <button type="button" className={quietButton} onClick={() => onChange({ text: "", draft: "", name: "" })}>
              {words.another}
            </button>
          )}
        </div>
      )}
      {what === "update" && (
        <div>
          <label className={fieldClass.stack}>
            <span className={fieldClass.label}>{words.name}</span>
            <input
              value={name}
              maxLength={64}
              autoComplete="off"
              aria-describedby="mail-name"
              className={fieldClass.input}
              onChange={({ target }) => onChange({ name: target.value })}
            />
          </label>
          <p id="mail-name" className={`${fieldClass.hint} mt-1.5`}>
            {words.nameHint}
          </p>
        </div>
      )}
      <OtherDrafts
        drafts={drafts.filter(({ id }) => id !== draft)}
        onOpen={({ id, kind, markdown, name: named }) =>
          onChange({ what: kind === "update" ? "update" : "launch", draft: id, text: markdown, name: named })
        }
      />
    </div>
  );
}

/** Saves a draft whenever its writer rests, unless it is saved already or says nothing. */
function useSaving(draft: Pick<MailDraft, "id" | "kind" | "markdown" | "name">, drafts: MailDraft[]) {
  const client = useQueryClient();
  const { mutate, error } = useMutation<unknown, Error, typeof draft>({
    mutationFn: (one) => send("drafts", posted(one)),
    onSettled: () => client.invalidateQueries({ queryKey: ["drafts"] }),
  });
  const { id, kind, markdown, name } = draft;
  const isSaved = drafts.some(
    (one) => one.id === id && one.kind === kind && one.markdown === markdown && one.name === name,
  );
  useEffect(() => {
    if (id === "" || markdown.trim() === "" || isSaved) return undefined;
    const timer = setTimeout(() => mutate({ id, kind, markdown, name }), saveAfter);
    return () => clearTimeout(timer);
  }, [id, kind, markdown, name, isSaved, mutate]);
  return { error, isSaved };
}

/** The drafts beside the one that is written, to be opened or discarded. */
function OtherDrafts({ drafts, onOpen }: { drafts: MailDraft[]; onOpen: (draft: MailDraft) => void }) {
  const [asked, setAsked] = useState<MailDraft>();
  const discard = useAction<object>(() => `drafts/${asked?.id}/discard`);
  const nameOf = ({ subject }: MailDraft) => subject || words.untitled;
  return (
    <>
      {drafts.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-sea">
            {words.drafts(drafts.length)}
          </summary>
          <ul>
            {drafts.map((draft) => (
              <li key={draft.id} className="flex flex-wrap items-center gap-x-4 border-b border-rule last:border-b-0">
                <p className="min-w-40 flex-1 py-1 wrap-anywhere">
                  <span className="font-semibold">{nameOf(draft)}</span>{" "}
                  <span className="text-muted">
                    {mailCopy.waves[draft.kind]}, {minute(draft.updated_at)}
                  </span>
                </p>
                <button type="button" className={quietButton} onClick={() => onOpen(draft)}>
                  {words.open}
                </button>
                <button type="button" className={quietButton} onClick={() => setAsked(draft)}>
                  {words.discard}
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
      <Said of={discard} />
      {asked && (
        <Ask
          title={words.discardTitle}
          text={`${nameOf(asked)}: ${words.discardText}`}
          button={words.discardNow}
          onYes={() => discard.mutate({})}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
