import { type FormEvent, type ReactNode, useState } from "react";
import { longestNote, tagForm } from "../../../server/contract/limits.ts";
import { deskCopy } from "../words/desk.ts";
import { api, useAction, type Person } from "./api.ts";
import { useBulk } from "./bulk.ts";
import { TagList, tagOf } from "./BulkDialog.tsx";
import { useDrafts } from "./drafts.ts";
import { ActionResult } from "./states.tsx";

const words = deskCopy.people.person;

/** One line of the facts about a person. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** A person's tags, with a field to add one and a button to remove each. */
export function Tags({ person, tags }: { person: Person; tags: readonly string[] }) {
  const [typed, setTyped] = useState("");
  const bulk = useBulk();
  const change = (what: "tag" | "untag", name: string) =>
    bulk.mutate({ action: { what, tag_name: name }, filter: { ids: [person.id] } });
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === "") return;
    change("tag", tagOf(typed));
    if (tagForm.test(tagOf(typed))) setTyped("");
  };
  return (
    <Fact name={words.tags}>
      <form className="flex flex-wrap gap-2" onSubmit={add}>
        {person.tags.map((tag) => (
          <span key={tag} className="chip ps-3" data-on="">
            {tag}
            <button
              type="button"
              aria-label={words.dropTag(tag)}
              disabled={bulk.isPending}
              onClick={() => change("untag", tag)}
            >
              <span aria-hidden="true">×</span>
            </button>
          </span>
        ))}
        <input
          className="chip-input max-w-48 min-w-28! basis-auto!"
          aria-label={words.addTag}
          placeholder={words.addTag}
          autoComplete="off"
          list="person-tags"
          maxLength={32}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <TagList id="person-tags" tags={tags} />
      </form>
      <ActionResult of={{ data: undefined, error: bulk.error }} />
    </Fact>
  );
}

/** The note about a person, to be rewritten. Typed text stays while the desk is open. */
export function Note({ person: { id, note } }: { person: Person }) {
  const { texts, keep } = useDrafts();
  const [draft, read] = [`note ${id}`, `note read ${id}`];
  const text = texts[draft] ?? note ?? "";
  // This is the note as it was when the first letter was typed, because another operator may write one
  // meanwhile. It begins with a sign, which tells an empty note from no draft.
  const before = texts[read] ? texts[read].slice(1) : (note ?? "");
  const action = useAction(() => api.people[":id"].note.$post({ param: { id }, json: { note: text, before } }), {
    onDone: () => keep({ [read]: `=${text.trim()}` }),
  });
  return (
    <Fact name={words.note}>
      <form
        className="grid justify-items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          // An operator who has seen the other note in the refusal may replace it.
          action.mutate(undefined, { onError: () => keep({ [read]: "" }) });
        }}
      >
        <textarea
          aria-label={words.note}
          className="w-full rounded-lg border border-edge bg-surface px-3 py-1.5"
          rows={Math.min(8, Math.max(2, text.split("\n").length, Math.ceil(text.length / 36)))}
          maxLength={longestNote}
          value={text}
          onChange={({ target }) => keep({ [draft]: target.value, [read]: `=${before}` })}
        />
        {text.trim() !== (note ?? "") && (
          <button type="submit" className="small-button" disabled={action.isPending}>
            {words.keepNote}
          </button>
        )}
        <ActionResult of={{ data: undefined, error: action.error }} />
      </form>
    </Fact>
  );
}
