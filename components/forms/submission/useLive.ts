import { type RefObject, useEffect } from "react";
import { liveMark, sentMark } from "../../hydration/marks.ts";

/** Tells the head script that this form answers for itself now, and sends what it held back meanwhile. */
export function useLive(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    element.setAttribute(liveMark, "");
    const island = element.closest(`[${sentMark}]`);
    island?.removeAttribute(sentMark);
    if (island) element.requestSubmit();
  }, [form]);
}
