import type { ReactNode } from "react";
import { fieldClass } from "../../ui/field.ts";

interface FieldProps {
  id: string;
  label: string;
  required?: boolean;
  error: string | undefined;
  /** Renders the control itself with the attributes that tie it to its label and its error. */
  children: (control: ControlProps) => ReactNode;
}

interface ControlProps {
  id: string;
  required: boolean;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

/** One control with its label, required mark and error message. */
export function Field({ id, label, required = false, error, children }: FieldProps) {
  const errorId = `${id}-error`;
  return (
    <div className={fieldClass.stack}>
      <label htmlFor={id} className={fieldClass.label}>
        {label}
        {required && (
          <span aria-hidden="true" className={fieldClass.requiredMark}>
            {" *"}
          </span>
        )}
      </label>
      {children({
        id,
        required,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": error ? errorId : undefined,
      })}
      {error && (
        <p id={errorId} className={fieldClass.error}>
          {error}
        </p>
      )}
    </div>
  );
}
