import { type RefObject, useEffect } from "react";
import type { CaptchaHandle } from "./provider/provider.ts";

/**
 * Does the captcha's work while the visitor fills in the form, so that the tick need not wait. It begins when the form gets the
 * focus, even before hydration, and stops when another place gets it. A tap beside the fields does not stop it, as workers would
 * end and start with each tap. Visitors who only read do no work.
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
