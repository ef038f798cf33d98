import { fieldClass } from "../../ui/field.ts";
import { Control } from "./Control.tsx";
import type { FieldDefinition } from "./definition.ts";
import type { Submission } from "./useSubmission.ts";
import { useUsed } from "./useUsed.ts";

interface FieldProps {
  /** Unique on the page. */
  id: string;
  definition: FieldDefinition;
  submission: Submission;
}

/** One control with its label, required mark, error message and, near its limit, how much of it is used. */
export function Field({ id, definition, submission }: FieldProps) {
  const { name, label, required = false, max } = definition;
  const [errorId, usedId] = [`${id}-error`, `${id}-used`];
  const used = useUsed(id, max);
  const error = submission.errors[name];
  const described = [used.words && usedId, error && errorId].filter(Boolean).join(" ");
  return (
    <div className={fieldClass.stack}>
      <div className={fieldClass.head}>
        <label htmlFor={id} className={fieldClass.label}>
          {label}
          {required && (
            <span aria-hidden="true" className={fieldClass.requiredMark}>
              {" *"}
            </span>
          )}
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
      <Control
        definition={definition}
        held={submission.phase === "submitting"}
        attributes={{
          id,
          name,
          required,
          "aria-invalid": error || used.over ? true : undefined,
          "aria-describedby": described || undefined,
        }}
      />
      {error && (
        <p id={errorId} className={fieldClass.error}>
          {error}
        </p>
      )}
    </div>
  );
}
