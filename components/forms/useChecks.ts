import { type FocusEvent, type InputEvent, type SyntheticEvent, useRef, useState } from "react";
import type { FieldErrors } from "../../server/contract/outcomes.ts";
import { afterPress, goToRow } from "../focus.ts";
import type { FieldDefinition } from "./definition.ts";
import { type Control, isControl, problemOf } from "./problems.ts";
import { suggestAddress } from "./suggestAddress.ts";

/** The fields' errors: from the backend, when a field is left, and when the browser's validation blocks the form. */
export function useChecks(fields: readonly FieldDefinition[]) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [suggestion, setSuggestion] = useState<string>();
  // Fields that the visitor has typed in, as an empty field is not reported for tabbing through it.
  const used = useRef(new Set<string>());
  // Counts submissions, so that an earlier check does not replace the backend's errors.
  const attempt = useRef(0);
  const fieldOf = ({ name }: Control) => fields.find((field) => field.name === name);
  const say = (more: FieldErrors) => setErrors((old) => ({ ...old, ...more }));

  return {
    errors,
    suggestion,
    say,
    /** Clears the errors, including pending ones, because the form is being sent. */
    clear() {
      attempt.current++;
      setErrors({});
    },

    onBlur({ target }: FocusEvent) {
      if (!isControl(target) || !fieldOf(target)) return;
      const before = attempt.current;
      afterPress(() => {
        const field = fieldOf(target);
        // The focus came back, or the whole window lost it.
        if (!field || !target.isConnected || document.activeElement === target) return;
        if (!target.value && !used.current.has(field.name)) return;
        if (attempt.current === before) say({ [field.name]: problemOf(field, target.value) });
        // A form that is being sent is read-only and gets no suggestion.
        if (target.matches("[type=email]:not([readonly])")) setSuggestion(suggestAddress(target.value));
      });
    },

    onInput({ target }: InputEvent) {
      if (!isControl(target) || !fieldOf(target)) return;
      used.current.add(target.name);
      say({ [target.name]: "" });
      if (target.type !== "email") return;
      target.setCustomValidity("");
      setSuggestion(undefined);
    },

    /** Replaces the browser's bubbles, which are in its language and disappear after a while. */
    onInvalidCapture(event: SyntheticEvent<HTMLFormElement>) {
      const { target, currentTarget } = event;
      if (!isControl(target)) return;
      event.preventDefault();
      const field = fieldOf(target);
      // Too long a text is already reported above the control.
      if (field) say({ [field.name]: problemOf(field, target.value) || (field.max ? "" : target.validationMessage) });
      const first = [...currentTarget.elements].find((element) => isControl(element) && !element.validity.valid);
      if (first === target) goToRow(target, currentTarget);
    },

    accept(control: Control) {
      if (suggestion) control.value = suggestion;
      control.setCustomValidity("");
      setSuggestion(undefined);
      say({ [control.name]: "" });
      control.focus();
    },
  };
}

export type Checks = ReturnType<typeof useChecks>;
