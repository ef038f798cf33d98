import { formWords } from "../../copy/en/forms.ts";
import { fieldClass } from "../../ui/field.ts";
import { Control } from "./Control.tsx";
import { isControl } from "./controls.ts";
import type { FieldDefinition } from "./definition.ts";
import type { Checks } from "./useChecks.ts";
import { useUsed } from "./useUsed.ts";

interface FieldProps {
  /** Unique on the page. */
  id: string;
  definition: FieldDefinition;
  /** Whether it shows if it is required. */
  marked: boolean;
  checks: Checks;
  /** Whether it is read-only for now. */
  held: boolean;
}

/**
 * One control with its label, hint, error message, suggested address and, near its limit, character count. A translator may change
 * the pre-rendered text before React hydrates it (docs/decisions/0079).
 */
export function Field({ id, definition, marked, checks, held }: FieldProps) {
  const { name, label, required, hint, half, max } = definition;
  const [hintId, errorId, usedId] = [`${id}-hint`, `${id}-error`, `${id}-used`];
  const used = useUsed(id, max);
  const error = checks.errors[name];
  const described = [hint && hintId, used.words && usedId, error && errorId].filter(Boolean).join(" ");
  const meant = definition.kind === "line" && definition.type === "email" ? checks.meant : undefined;

  function accept(): void {
    const control = document.getElementById(id);
    if (isControl(control)) checks.accept(control);
  }

  return (
    <div className={half ? fieldClass.stack : `${fieldClass.stack} col-span-full`}>
      <div className={fieldClass.head}>
        <label htmlFor={id} className={fieldClass.label}>
          <span suppressHydrationWarning>{label}</span>
          {marked &&
            (required ? (
              <span aria-hidden="true" className={fieldClass.requiredMark} suppressHydrationWarning>
                {" *"}
              </span>
            ) : (
              <span className={fieldClass.optionalMark} suppressHydrationWarning>
                {` ${formWords.optional}`}
              </span>
            ))}
        </label>
        {max !== undefined && (
          // Always present, so that screen readers read new content; the count itself is not read with each letter.
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
        <p id={hintId} className={fieldClass.hint} suppressHydrationWarning>
          {hint}
        </p>
      )}
      <Control
        definition={definition}
        held={held}
        attributes={{
          id,
          name,
          required: required !== undefined,
          // Absent, browsers would call what is required and still empty an invalid entry.
          "aria-invalid": Boolean(error) || used.over,
          "aria-describedby": described || undefined,
        }}
      />
      {/* Always there, too: the focus has gone on when something comes into it. */}
      <output className={fieldClass.said}>
        {error && (
          <span id={errorId} className={fieldClass.error}>
            {error}
          </span>
        )}
        {meant && (
          <button type="button" className={fieldClass.meant} onClick={accept}>
            {formWords.didYouMean(meant)}
          </button>
        )}
      </output>
    </div>
  );
}
