import type { ReactNode } from "react";
import { fieldClass } from "../../ui/field.ts";
import type { Submission } from "./useSubmission.ts";
import { useUsed } from "./useUsed.ts";

export interface FieldProps {
  id: string;
  name: string;
  label: string;
  required?: boolean;
  /** Longest text the backend takes, in code points. A longer one is not cut, but said to be too long. */
  max?: number;
  submission: Submission;
}

interface ControlProps {
  id: string;
  name: string;
  required: boolean;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

/** One control with its label, required mark, error message and, near its limit, how much of it is used. */
export function Field({
  id,
  name,
  label,
  required = false,
  max,
  submission,
  children,
}: FieldProps & {
  /** Renders the control itself with the attributes that tie it to its label, its count and its error. */
  children: (control: ControlProps) => ReactNode;
}) {
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
      {children({
        id,
        name,
        required,
        "aria-invalid": error || used.over ? true : undefined,
        "aria-describedby": described || undefined,
      })}
      {error && (
        <p id={errorId} className={fieldClass.error}>
          {error}
        </p>
      )}
    </div>
  );
}
