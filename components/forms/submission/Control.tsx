import type { KeyboardEvent, MouseEvent } from "react";
import { fieldClass } from "../../ui/field.ts";
import type { FieldDefinition } from "./definition.ts";

interface ControlProps {
  definition: FieldDefinition;
  /** What ties the control to its label, its count and its error. */
  attributes: {
    id: string;
    name: string;
    required: boolean;
    "aria-invalid": true | undefined;
    "aria-describedby": string | undefined;
  };
  /** Whether it takes no input for now. */
  held: boolean;
}

/** The control of a field. It is uncontrolled, so that hydration leaves what was typed before alone. */
export function Control({ definition, attributes, held }: ControlProps) {
  switch (definition.kind) {
    case "prose":
      return <textarea {...attributes} readOnly={held} className={fieldClass.textarea} rows={definition.rows} />;
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
          autoComplete={definition.autoComplete}
          readOnly={held}
          className={fieldClass.input}
        />
      );
  }
}

/** A select as if it were read-only, which HTML has no attribute for; disabled it would lose the focus. */
const heldWhile = (held: boolean) => ({
  "aria-disabled": held || undefined,
  onKeyDown: (event: KeyboardEvent) => held && event.key !== "Tab" && event.preventDefault(),
  onMouseDown: (event: MouseEvent) => held && event.preventDefault(),
});
