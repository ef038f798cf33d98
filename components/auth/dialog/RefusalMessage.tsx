import { useEffect, useRef } from "react";
import { fieldClass } from "../../ui/field.ts";
import { showAfterFocus } from "./showAfterFocus.ts";
import type { Refusal } from "./refusal.ts";

/** Says why an attempt failed, and comes into view in a dialog that is higher than its screen. */
export function RefusalMessage({ id, refusal }: { id?: string; refusal: Refusal | undefined }) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // After the field that has got the focus, which may be far above.
    if (refusal) showAfterFocus(place.current);
  }, [refusal]);
  return (
    // Always there, so that what comes into it is read out.
    <p
      ref={place}
      id={id}
      role="alert"
      className={`${fieldClass.error} empty:hidden`}
      // Half of the form's gap, so that the field above it stays in view.
      style={{ scrollMargin: "0.5rem" }}
    >
      {refusal?.text}
    </p>
  );
}
