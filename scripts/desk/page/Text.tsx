import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { mailCopy } from "../words/mail.ts";
import { quietButton } from "../../../components/ui/button.ts";
import { fieldClass } from "../../../components/ui/field.ts";
import { answerOf, api, DeskError, useAction, useDesk, type MailDraft } from "./api.ts";
import { Ask } from "./Ask.tsx";
import { minute } from "./format.ts";
import { ActionResult } from "./states.tsx";

const words = mailCopy.write;

type Kind = "launch" | "update" | "confirm";
const kinds = {
  launch: "launch-announcement",
  update: "update",
  confirm: "waitlist-confirmation",
} as const satisfies Record<Kind, MailDraft["kind"]>;

/** Pause in typing after which a draft is saved, in ms. */
const saveAfter = 1000;

/** The text of a mail to the list, which is saved as a draft while it is written, and the other drafts. */
export function Text(props: {
  what: Kind;
  texts: Readonly<Record<string, string>>;
  onChange: (more: Record<string, string>) => void;
  /** This keeps the facts of a draft that was saved. */
  onSaved: (more: Record<string, string>) => void;
}) {
  const { what, texts, onChange, onSaved } = props;
  const { text = "", draft = "", name = "", version = "" } = texts;
  const drafts = useDesk(["drafts"], () => api.drafts.$get()).data ?? [];
  const written = { id: draft, kind: kinds[what], markdown: text, name: what === "update" ? name : "" };
  const isTyped = texts["typed"] === "yes";
  const save = useSaving({ ...written, ...(version !== "" && { version }) }, isTyped, (saved, at) =>
    // Text that was typed meanwhile is saved next, on top of this version.
    onSaved({ version: at, ...(saved === written.markdown + written.name && { typed: "" }) }),
  );
  const theirs = drafts.find(({ id }) => id === draft);
  return (
    <div className="flex flex-col gap-3">
      <label className={`${fieldClass.stack} grow grid-rows-[auto_1fr]`}>
        <span className={fieldClass.label}>{words.text}</span>
        <textarea
          value={text}
          rows={14}
          aria-describedby="mail-text"
          className={`${fieldClass.textarea} font-mono`}
          onChange={({ target }) =>
            onChange({ text: target.value, draft: draft === "" ? crypto.randomUUID() : draft, typed: "yes" })
          }
        />
      </label>
      <p id="mail-text" className={fieldClass.hint}>
        {words.textHints[what]}
      </p>
      {text !== "" && (
        <div className="flex flex-wrap items-center gap-x-4">
          <p role="status" className={save.error ? "font-semibold text-danger" : "text-muted"}>
            {save.error ? words.notSaved(save.error.message) : isTyped ? words.saving : words.saved}
          </p>
          {!isTyped && (
            <button type="button" className={quietButton} onClick={() => onChange(noDraft)}>
              {words.another}
            </button>
          )}
        </div>
      )}
      {save.isRefused && (
        <section className="grid justify-items-start gap-2">
          <h3>{theirs === undefined ? words.discardedElsewhere : words.theirs}</h3>
          {theirs !== undefined && <pre className="max-h-64 overflow-auto whitespace-pre-wrap">{theirs.markdown}</pre>}
          <button
            type="button"
            className={quietButton}
            onClick={() => {
              save.reset();
              onSaved({ version: theirs?.updated_at ?? "" });
            }}
          >
            {words.keepMine}
          </button>
          {theirs !== undefined && (
            <button
              type="button"
              className={quietButton}
              onClick={() => {
                save.reset();
                onChange(opened(theirs));
              }}
            >
              {words.takeTheirs}
            </button>
          )}
        </section>
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
              onChange={({ target }) => onChange({ name: target.value, typed: "yes" })}
            />
          </label>
          <p id="mail-name" className={`${fieldClass.hint} mt-1.5`}>
            {words.nameHint}
          </p>
        </div>
      )}
      <OtherDrafts drafts={drafts.filter(({ id }) => id !== draft)} onOpen={(one) => onChange(opened(one))} />
    </div>
  );
}

/** The state before a draft is written. */
export const noDraft = { text: "", draft: "", name: "", version: "", typed: "" };

/** A draft as it was read; it is saved again only after something was typed. */
const opened = ({ id, kind, markdown, name, updated_at }: MailDraft) => ({
  what: Object.entries(kinds).find(([, one]) => one === kind)?.[0] ?? "launch",
  draft: id,
  text: markdown,
  name,
  version: updated_at,
  typed: "",
});

/** Saves a draft whenever typing pauses, one version after the other. */
function useSaving(
  draft: Pick<MailDraft, "id" | "kind" | "markdown" | "name"> & { version?: string },
  isTyped: boolean,
  onSaved: (saved: string, at: string) => void,
) {
  const client = useQueryClient();
  const { mutate, error, isPending, reset } = useMutation<Pick<MailDraft, "updated_at">, Error, typeof draft>({
    mutationFn: (one) => answerOf(api.drafts.$post({ json: one })),
    onSuccess: ({ updated_at }, { markdown, name }) => onSaved(markdown + name, updated_at),
    onSettled: () => client.invalidateQueries({ queryKey: ["drafts"] }),
  });
  const isRefused = error instanceof DeskError && error.status === 409;
  const { id, kind, markdown, name, version } = draft;
  useEffect(() => {
    if (!isTyped || isPending || isRefused || id === "" || markdown.trim() === "") return undefined;
    const one = { id, kind, markdown, name, ...(version !== undefined && { version }) };
    const timer = setTimeout(() => mutate(one), saveAfter);
    return () => clearTimeout(timer);
  }, [id, kind, markdown, name, version, isTyped, isPending, isRefused, mutate]);
  return { error, isRefused, reset };
}

/** The other drafts, each with buttons to open and to discard it. */
function OtherDrafts({ drafts, onOpen }: { drafts: MailDraft[]; onOpen: (draft: MailDraft) => void }) {
  const [asked, setAsked] = useState<MailDraft>();
  const discard = useAction(({ id }: MailDraft) => api.drafts[":id"].discard.$post({ param: { id }, json: {} }));
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
      <ActionResult of={discard} />
      {asked && (
        <Ask
          title={words.discardTitle}
          text={`${nameOf(asked)}: ${words.discardText}`}
          button={words.discardNow}
          onYes={() => discard.mutate(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
