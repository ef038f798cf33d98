import { fieldClass } from "../../ui/field.ts";
import { Field, type FieldProps } from "./Field.tsx";

interface TextFieldProps extends FieldProps {
  type?: "text" | "email";
  autoComplete: string;
}

/** A field of one line. Its input is uncontrolled, so that hydration leaves what was typed before alone. */
export function TextField({ type = "text", autoComplete, ...field }: TextFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          type={type}
          autoComplete={autoComplete}
          readOnly={field.submission.phase === "submitting"}
          className={fieldClass.input}
        />
      )}
    </Field>
  );
}
