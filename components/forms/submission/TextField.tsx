import { fieldClass } from "../../ui/field.ts";
import { Field } from "./Field.tsx";

interface TextFieldProps {
  id: string;
  name: string;
  label: string;
  type?: "text" | "email";
  autoComplete: string;
  maxLength: number;
  required?: boolean;
  error: string | undefined;
}

/** A field of one line. Its input is uncontrolled, so that hydration leaves what was typed before alone. */
export function TextField({ id, label, required = false, error, ...input }: TextFieldProps) {
  return (
    <Field id={id} label={label} required={required} error={error}>
      {(control) => <input {...control} {...input} className={fieldClass.input} />}
    </Field>
  );
}
