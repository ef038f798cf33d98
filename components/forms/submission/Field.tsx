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
  /** Whether it says if it is required. */
  marked: boolean;
  checks: Checks;
  /** Whether it takes no input for now. */
  held: boolean;
}

/**
 * One control with its label, hint, error message, the address that was meant and, near its limit, how much of it is used. What
 * is pre-rendered may be translated before React comes (docs/decisions/0079).
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
          // Always there, so that what comes into it is read out; the count alone is not, with each letter typed.
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
          "aria-invalid": error || used.over ? true : undefined,
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
