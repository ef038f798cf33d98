import { type RefObject, useEffect } from "react";
import type { CaptchaHandle } from "./provider/provider.ts";

/**
 * Has the captcha's work done while the visitor fills in the form, so that the tick need not wait: it begins when the
 * focus comes into the form, before hydration too, and stops when the focus leaves. Who only reads does no work.
 */
export function usePreparation(form: RefObject<HTMLFormElement | null>, widget: RefObject<CaptchaHandle | null>): void {
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const listening = new AbortController();
    const { signal } = listening;
    const enter = () => widget.current?.prepare?.();
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) widget.current?.pause?.();
    };
    element.addEventListener("focusin", enter, { signal });
    element.addEventListener("focusout", leave, { signal });
    // Work that began before hydration, for a field that has been left since, waits.
    if (element.contains(document.activeElement)) enter();
    else widget.current?.pause?.();
    return () => listening.abort();
  }, [form, widget]);
}
