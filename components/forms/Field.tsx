import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useSyncExternalStore } from "react";
import { lengthOf, tidyProse } from "../../server/contract/characters.ts";
import { formWords } from "../copy/forms.ts";
import { fieldClass } from "../ui/field.ts";
import type { FieldDefinition } from "./definition.ts";
import { isControl } from "./problems.ts";
import type { Checks } from "./useChecks.ts";

interface FieldProps {
  /** Unique on the page. */
  id: string;
  definition: FieldDefinition;
  /** Whether it shows if it is required. */
  marked: boolean;
  checks: Checks;
  /** Whether it is read-only for now. */
  locked: boolean;
}

/**
 * One control with its label, hint, error message, suggested address and, near its limit, character count.
 */
export function Field({ id, definition, marked, checks, locked }: FieldProps) {
  const { name, label, required, hint, half, max } = definition;
  const [hintId, errorId, usedId] = [`${id}-hint`, `${id}-error`, `${id}-used`];
  const used = useUsed(id, max);
  const error = checks.errors[name];
  const described = [hint && hintId, used.words && usedId, error && errorId].filter(Boolean).join(" ");
  const suggestion = definition.kind === "line" && definition.type === "email" ? checks.suggestion : undefined;

  function accept(): void {
    const control = document.getElementById(id);
    if (isControl(control)) checks.accept(control);
  }

  return (
    <div className={half ? fieldClass.stack : `${fieldClass.stack} col-span-full`}>
      <div className={fieldClass.head}>
        <label htmlFor={id} className={fieldClass.label}>
          <span>{label}</span>
          {marked &&
            (required ? (
              <span aria-hidden="true" className={fieldClass.requiredMark}>
                {"\u00a0*"}
              </span>
            ) : (
              <span className={fieldClass.optionalMark}>{` ${formWords.optional}`}</span>
            ))}
        </label>
        {max !== undefined && (
          // The region is always present, so that screen readers read new content; the count is not read with each letter.
          <output
            id={usedId}
            aria-live={used.over ? "polite" : "off"}
            className={used.over ? fieldClass.error : fieldClass.hint}
          >
            {used.words}
          </output>
        )}
      </div>
      {hint && (
        <p id={hintId} className={fieldClass.hint}>
          {hint}
        </p>
      )}
      <Control
        definition={definition}
        locked={locked}
        attributes={{
          id,
          name,
          required: required !== undefined,
          // Without the attribute, browsers would call a required field that is still empty invalid.
          "aria-invalid": Boolean(error) || used.over,
          "aria-describedby": described || undefined,
        }}
      />
      {/* This region is always there, too: by the time it gets a text, the focus is elsewhere. */}
      <output className={fieldClass.said}>
        {error && (
          <span id={errorId} className={fieldClass.error}>
            {error}
          </span>
        )}
        {suggestion && (
          <button type="button" className={fieldClass.suggestion} onClick={accept}>
            {formWords.didYouMean(suggestion)}
          </button>
        )}
      </output>
    </div>
  );
}

interface ControlProps {
  definition: FieldDefinition;
  /** Id that links the control with its label, count and error. */
  attributes: {
    id: string;
    name: string;
    required: boolean;
    "aria-invalid": boolean;
    "aria-describedby": string | undefined;
  };
  /** Whether it is read-only for now. */
  locked: boolean;
}

/** The control of a field. It is uncontrolled, so that hydration keeps earlier input. */
function Control({ definition, attributes, locked }: ControlProps) {
  switch (definition.kind) {
    case "prose":
      return (
        <textarea {...attributes} dir="auto" readOnly={locked} className={fieldClass.textarea} rows={definition.rows} />
      );
    case "choice":
      return (
        <select {...attributes} {...lockedWhile(locked)} className={fieldClass.select}>
          <option value="">{definition.prompt}</option>
          {Object.entries(definition.options).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      );
    case "line":
      return (
        <input
          {...attributes}
          type={definition.type ?? "text"}
          // Addresses run from left to right, as they are in Latin letters; other text takes its direction from its letters.
          dir={definition.type ? undefined : "auto"}
          autoComplete={definition.autoComplete}
          readOnly={locked}
          className={fieldClass.input}
        />
      );
  }
}

/** Imitates a read-only select, for which HTML has no attribute; disabled it would lose the focus. */
const lockedWhile = (locked: boolean) => ({
  "aria-disabled": locked || undefined,
  onKeyDown: (event: KeyboardEvent) => locked && event.key !== "Tab" && event.preventDefault(),
  onMouseDown: (event: MouseEvent) => locked && event.preventDefault(),
});

/** Share of a limit from which the character count is shown. */
const shownFrom = 0.8;

/**
 * How much of its limit a text control uses, counted like the backend. Above it, the browser does not send the form. The control
 * stays uncontrolled.
 */
function useUsed(id: string, max = Infinity) {
  const subscribe = useCallback(
    (listener: () => void) => {
      const control = max < Infinity ? textControl(id) : undefined;
      control?.addEventListener("input", listener);
      return () => control?.removeEventListener("input", listener);
    },
    [id, max],
  );
  const length = useSyncExternalStore(
    subscribe,
    () => (max < Infinity ? lengthOf(tidyProse(textControl(id)?.value ?? "")) : 0),
    () => 0,
  );
  const over = length > max;
  const words = over
    ? formWords.used.over(length - max, max)
    : length >= max * shownFrom
      ? formWords.used.near(length, max)
      : "";
  useEffect(() => {
    if (max < Infinity) textControl(id)?.setCustomValidity(over ? words : "");
  }, [id, max, over, words]);
  return { over, words };
}

function textControl(id: string): HTMLInputElement | HTMLTextAreaElement | undefined {
  const element = document.getElementById(id);
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element : undefined;
}
