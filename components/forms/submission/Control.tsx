import type { KeyboardEvent, MouseEvent } from "react";
import { fieldClass } from "../../ui/field.ts";
import type { FieldDefinition } from "./definition.ts";

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
  held: boolean;
}

/** The control of a field. It is uncontrolled, so that hydration keeps earlier input. */
export function Control({ definition, attributes, held }: ControlProps) {
  switch (definition.kind) {
    case "prose":
      return (
        <textarea {...attributes} dir="auto" readOnly={held} className={fieldClass.textarea} rows={definition.rows} />
      );
    case "choice":
      return (
        <select {...attributes} {...heldWhile(held)} className={fieldClass.select}>
          <option value="" suppressHydrationWarning>
            {definition.prompt}
          </option>
          {Object.entries(definition.options).map(([value, label]) => (
            <option key={value} value={value} suppressHydrationWarning>
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
          // Addresses are in Latin letters.
          dir={definition.type ? undefined : "auto"}
          autoComplete={definition.autoComplete}
          readOnly={held}
          className={fieldClass.input}
        />
      );
  }
}

/** Imitates a read-only select, for which HTML has no attribute; disabled it would lose the focus. */
const heldWhile = (held: boolean) => ({
  "aria-disabled": held || undefined,
  onKeyDown: (event: KeyboardEvent) => held && event.key !== "Tab" && event.preventDefault(),
  onMouseDown: (event: MouseEvent) => held && event.preventDefault(),
});
