import { useCallback, useEffect, useSyncExternalStore } from "react";
import { lengthOf, tidyProse } from "../../../server/contract/characters.ts";
import { formWords } from "../../copy/en/forms.ts";

/** Share of a limit from which the character count is shown. */
const shownFrom = 0.8;

/**
 * How much of its limit a text control uses, counted like the backend. Above it, the browser does not send the form. The control
 * stays uncontrolled.
 */
export function useUsed(id: string, max = Infinity) {
  const subscribe = useCallback(
    (listener: () => void) => {
      const control = max < Infinity ? textControl(id) : undefined;
      control?.addEventListener("input", listener);
      return () => control?.removeEventListener("input", listener);
    },
    [id, max],
  );
  const length = useSyncExternalStore(
    subscribe,
    () => (max < Infinity ? lengthOf(tidyProse(textControl(id)?.value ?? "")) : 0),
    () => 0,
  );
  const over = length > max;
  const words = over
    ? formWords.used.over(length - max, max)
    : length >= max * shownFrom
      ? formWords.used.near(length, max)
      : "";
  useEffect(() => {
    if (max < Infinity) textControl(id)?.setCustomValidity(over ? words : "");
  }, [id, max, over, words]);
  return { over, words };
}

function textControl(id: string): HTMLInputElement | HTMLTextAreaElement | undefined {
  const element = document.getElementById(id);
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element : undefined;
}
