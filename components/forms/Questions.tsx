import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { longestAnswerText, type QuestionId, questionIds, questionOf } from "../../server/contract/questions.ts";
import { afterJoiningWords } from "../copy/afterJoining.ts";
import { formWords } from "../copy/forms.ts";
import { questionWords } from "../copy/questions.ts";
import { focusNew } from "../focus.ts";
import { quietButton, secondaryButton } from "../ui/button.ts";
import { fieldClass } from "../ui/field.ts";
import { waitInWords } from "../waitInWords.ts";
import { type Answer, type Person, postForm } from "./send.ts";

const words = afterJoiningWords.questions;

/** How long it says that an answer is saved before the next question, in milliseconds. */
const savedFor = 600;

export const questionsFor = ({ answered }: Person): QuestionId[] => questionIds.filter((id) => !answered.includes(id));

interface QuestionsProps {
  /** The questions to ask, at least one. */
  asked: readonly QuestionId[];
  token: string;
  /** Called when the last is answered or skipped, or no answer can be saved any more. */
  onOver: () => void;
}

/** Questions, one at a time, as long as answers can be saved; then thanks. */
export function Questions({ asked, token, onOver }: QuestionsProps) {
  const [number, setNumber] = useState(0);
  const [refused, setRefused] = useState(false);
  const end = useRef<HTMLParagraphElement>(null);
  const id = refused ? undefined : asked[number];
  useEffect(() => {
    if (id !== undefined) return;
    onOver();
    focusNew(end.current);
    // oxlint-disable-next-line react/exhaustive-deps -- once, after the last
  }, [id]);
  return id === undefined ? (
    <p ref={end} tabIndex={-1} className="font-semibold">
      {refused ? words.over : words.thanks}
    </p>
  ) : (
    <TallestHeight>
      <QuestionAsked
        key={id}
        id={id}
        token={token}
        count={words.count(number + 1, asked.length)}
        // The focus was in the question before, which is gone.
        takesFocus={number > 0}
        onDone={() => setNumber(number + 1)}
        onOver={() => setRefused(true)}
      />
    </TallestHeight>
  );
}

/** Is as high as its content has ever been at its width, so that what is below stays where it is while somebody answers. */
function TallestHeight({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = place;
    if (!current) return undefined;
    let width = 0;
    // The height of what a question says while it is saved counts, too.
    const observer = new ResizeObserver(() => {
      if (current.offsetWidth !== width) current.style.minHeight = "";
      width = current.offsetWidth;
      current.style.minHeight = `${current.offsetHeight}px`;
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  // This is no grid, because WebKit keeps the height of a question in a grid when a phone is turned, and what follows would lie over it.
  return <div ref={place}>{children}</div>;
}

interface QuestionAskedProps {
  id: QuestionId;
  token: string;
  count: string;
  takesFocus: boolean;
  /** Called when the answer is saved, or the question skipped. */
  onDone: () => void;
  /** Called when this person's answers cannot be saved any more. */
  onOver: () => void;
}

/** Why an answer was not saved, for the person. */
function reasonOf(answer: Exclude<Answer, { kind: "accepted" }>): string {
  if (answer.kind === "lost") return words.notSaved;
  const { tooMany, unexpected } = formWords.errors;
  return answer.code === "rate_limited" ? tooMany(waitInWords(answer.retryAfter)) : unexpected.text;
}

/**
 * A question. Where one choice answers it, a tap on that saves it at once, as do Space and Enter; the arrow keys only move among the
 * choices, and then, as with other kinds, a button saves.
 */
function QuestionAsked({ id, token, count, takesFocus, onDone, onOver }: QuestionAskedProps) {
  const question = questionOf(id);
  const { ask, choices } = questionWords[id];
  const labels: Record<string, string> = choices;
  const [state, setState] = useState<"open" | "saving" | "saved">("open");
  const [failure, setFailure] = useState("");
  const [hasButton, setHasButton] = useState(question.kind !== "one");
  const byArrow = useRef(false);
  const done = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(done.current), []);
  const set = useRef<HTMLFieldSetElement>(null);
  const legendId = useId();
  const legend = useRef<HTMLLegendElement>(null);
  useEffect(() => {
    if (takesFocus) focusNew(legend.current);
  }, [takesFocus]);

  /** What is chosen or typed; undefined if nothing is. */
  function given(): string | string[] | undefined {
    const inputs = [...(set.current?.querySelectorAll("input") ?? [])];
    const values = inputs.filter(({ type, checked }) => type === "text" || checked).map(({ value }) => value.trim());
    const [first] = values;
    return first && question.kind === "several" ? values : first || undefined;
  }

  async function save(): Promise<void> {
    const answer = given();
    if (answer === undefined || state !== "open") return;
    setState("saving");
    const result = await postForm("/answers", undefined, { token, answers: { [id]: answer } });
    if (result.kind === "accepted") {
      setFailure("");
      setState("saved");
      done.current = setTimeout(onDone, savedFor);
      return;
    }
    if (result.kind === "refused" && result.code === "token_spent_or_unknown") return onOver();
    setFailure(reasonOf(result));
    setState("open");
  }

  function onKeyDown({ key, target }: KeyboardEvent): void {
    byArrow.current = key.startsWith("Arrow");
    if (key !== "Enter" || !(target instanceof HTMLInputElement)) return;
    if (target.type === "radio") target.checked = true;
    void save();
  }

  const keys = { onKeyDown, onKeyUp: () => (byArrow.current = false) };
  return (
    <fieldset
      ref={set}
      className={state === "open" ? "min-w-0" : "min-w-0 pointer-events-none opacity-60"}
      aria-busy={state === "saving"}
    >
      <legend ref={legend} id={legendId} tabIndex={-1} className="pb-2 font-semibold">
        <span className="block text-sm font-normal text-muted">{count}</span> {ask}
      </legend>
      <div className="flex flex-wrap gap-2">
        {question.kind === "text" ? (
          <input
            type="text"
            className={fieldClass.input}
            maxLength={longestAnswerText}
            aria-labelledby={legendId}
            {...keys}
          />
        ) : (
          question.choices.map((choice) => (
            <label
              key={choice}
              className="flex min-h-12 cursor-pointer items-center gap-3 rounded-lg border border-edge px-4 py-2 hover:border-sea"
            >
              <input
                type={question.kind === "one" ? "radio" : "checkbox"}
                name={legendId}
                value={choice}
                className={question.kind === "one" ? "size-5 rounded-full accent-sea" : "size-5 accent-sea"}
                {...keys}
                onClick={() => {
                  if (question.kind !== "one") return;
                  if (byArrow.current) setHasButton(true);
                  else void save();
                }}
              />
              <span>{labels[choice]}</span>
            </label>
          ))
        )}
      </div>
      {/* The region is always there, so that screen readers read what comes into it. */}
      <output className="block pt-2">
        {failure && state !== "saving" && <span className={`${fieldClass.error} block pb-2`}>{failure}</span>}
      </output>
      <div className="flex flex-wrap items-center gap-x-4">
        {(hasButton || failure) && (
          <button type="button" className={secondaryButton} onClick={() => void save()}>
            {failure ? words.again : words.save}
          </button>
        )}
        <button type="button" className={quietButton} onClick={onDone}>
          {words.skip}
        </button>
        <output className="font-semibold">{state === "saved" && words.saved}</output>
      </div>
    </fieldset>
  );
}
