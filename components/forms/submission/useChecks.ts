import { type FocusEvent, type FormEvent, useRef, useState } from "react";
import type { FieldErrors } from "../../../server/contract/outcomes.ts";
import { afterPress } from "./afterPress.ts";
import { type Control, isControl } from "./controls.ts";
import type { FieldDefinition } from "./definition.ts";
import { problemOf } from "./problemOf.ts";
import { suggestAddress } from "./suggestAddress.ts";

/** What is said of the fields: by the backend, as one is left, and when the browser keeps the form from being sent. */
export function useChecks(fields: readonly FieldDefinition[]) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [meant, setMeant] = useState<string>();
  // Names of fields that the visitor has typed in: one that is only tabbed through is not called empty.
  const used = useRef(new Set<string>());
  // Counts attempts to send, so that an error found before one does not replace what the backend then says.
  const attempt = useRef(0);
  const fieldOf = ({ name }: Control) => fields.find((field) => field.name === name);
  const say = (more: FieldErrors) => setErrors((old) => ({ ...old, ...more }));

  return {
    errors,
    /** The address that was probably meant. */
    meant,
    say,
    /** Forgets the errors, those that are about to be found as well: the form is sent. */
    clear() {
      attempt.current++;
      setErrors({});
    },

    onBlur({ target }: FocusEvent) {
      if (!isControl(target) || !fieldOf(target)) return;
      const before = attempt.current;
      afterPress(() => {
        const field = fieldOf(target);
        // The focus came back, or the whole window has lost it.
        if (!field || attempt.current !== before || !target.isConnected || document.activeElement === target) return;
        if (!target.value && !used.current.has(field.name)) return;
        say({ [field.name]: problemOf(field, target.value) });
        if (target.type === "email") setMeant(suggestAddress(target.value));
      });
    },

    onInput({ target }: FormEvent) {
      if (!isControl(target) || !fieldOf(target)) return;
      used.current.add(target.name);
      say({ [target.name]: "" });
      if (target.type !== "email") return;
      target.setCustomValidity("");
      setMeant(undefined);
    },

    /** In place of the browser's own bubbles, which are in its language and gone after a while. */
    onInvalidCapture(event: FormEvent<HTMLFormElement>) {
      const { target, currentTarget } = event;
      if (!isControl(target)) return;
      event.preventDefault();
      const field = fieldOf(target);
      // What is too long is said already, above the control.
      if (field) say({ [field.name]: problemOf(field, target.value) || (field.max ? "" : target.validationMessage) });
      const first = [...currentTarget.elements].find((element) => isControl(element) && !element.validity.valid);
      if (first === target) target.focus();
    },

    /** Takes the address that was meant. */
    accept(control: Control) {
      if (meant) control.value = meant;
      control.setCustomValidity("");
      setMeant(undefined);
      say({ [control.name]: "" });
      control.focus();
    },
  };
}

/** What {@link useChecks} gives its form. */
export type Checks = ReturnType<typeof useChecks>;
