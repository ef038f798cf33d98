import { type RefObject, useEffect } from "react";
import type { CaptchaHandle } from "./provider/provider.ts";

/**
 * Has the captcha's work done while the visitor fills in the form, so that the tick need not wait: it begins when the
 * focus comes into the form, before hydration too, and stops when another place has it. A tap beside the fields stops
 * nothing: workers would be ended and started anew with each. Who only reads does no work.
 */
export function usePreparation(form: RefObject<HTMLFormElement | null>, widget: RefObject<CaptchaHandle | null>): void {
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const listening = new AbortController();
    const { signal } = listening;
    const follow = (focused: EventTarget | null) => {
      if (!(focused instanceof Element) || focused === document.body) return;
      if (element.contains(focused)) widget.current?.prepare?.();
      else widget.current?.pause?.();
    };
    element.addEventListener("focusin", ({ target }) => follow(target), { signal });
    element.addEventListener("focusout", ({ relatedTarget }) => follow(relatedTarget), { signal });
    follow(document.activeElement);
    return () => listening.abort();
  }, [form, widget]);
}
