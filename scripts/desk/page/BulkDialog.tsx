import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type FormEvent, useState } from "react";
import { tagForm } from "../../../server/contract/limits.ts";
import { deskCopy } from "../words/desk.ts";
import { primaryButton, secondaryButton } from "../../../components/ui/button.ts";
import { fieldClass } from "../../../components/ui/field.ts";
import { AskButtons, AskDialog } from "./Ask.tsx";
import type { BulkAction } from "./bulk.ts";
import { count } from "./format.ts";

const words = deskCopy.people.bulk;

/**
 * An action that the operator confirms before it is done for several people. `mail` gives them a tag first,
 * which the mail is for.
 */
export type BulkTask = "tag" | "confirm" | "unsubscribe" | "mail";

/** Brings a typed tag into the form that tags have. */
export const tagOf = (typed: string): string => typed.trim().toLowerCase().replaceAll(/\s+/gu, "-");

/** Suggestions of tags for the field whose `list` this is. */
export const TagList = ({ id, tags }: { id: string; tags: readonly string[] }) => (
  <datalist id={id}>
    {tags.map((tag) => (
      <option key={tag}>{tag}</option>
    ))}
  </datalist>
);

/** Asks once more before something is done for `n` people, and for the tag to use. */
export function BulkDialog(props: {
  task: BulkTask;
  n: number;
  tags: readonly string[];
  onClose: () => void;
  onDo: (action: BulkAction) => void;
}) {
  const { task, n, tags, onClose, onDo } = props;
  const [typed, setTyped] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const needsTag = task === "tag" || task === "mail";
  const tag = (what: "tag" | "untag") => {
    if (tagForm.test(tagOf(typed))) onDo({ what, tag_name: tagOf(typed) });
    else setIsWrong(true);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (task === "tag" || task === "mail") tag("tag");
    else onDo({ what: task });
  };
  return (
    <AskDialog title={words.titles[task](count(n))} onClose={onClose}>
      <form className="grid gap-4" onSubmit={onSubmit}>
        <AlertDialog.Description>{words.texts[task]}</AlertDialog.Description>
        {needsTag && (
          <label className={fieldClass.stack}>
            <span className={fieldClass.label}>{words.tagName}</span>
            <input
              className={fieldClass.input}
              autoComplete="off"
              list="bulk-tags"
              maxLength={32}
              value={typed}
              aria-invalid={isWrong || undefined}
              aria-describedby="bulk-tag-problem"
              onChange={({ target }) => {
                setTyped(target.value);
                setIsWrong(false);
              }}
            />
            <TagList id="bulk-tags" tags={tags} />
            <span id="bulk-tag-problem" role="status" className={`${fieldClass.error} empty:hidden`}>
              {isWrong && words.tagProblem}
            </span>
          </label>
        )}
        <AskButtons>
          <button type="submit" className={task === "unsubscribe" ? `${secondaryButton} text-danger!` : primaryButton}>
            {words.now[task]}
          </button>
          {task === "tag" && (
            <button type="button" className={secondaryButton} onClick={() => tag("untag")}>
              {words.untag}
            </button>
          )}
        </AskButtons>
      </form>
    </AskDialog>
  );
}
