import { type RefObject, useEffect } from "react";
import { liveMark, sentMark } from "../../hydration/marks.ts";
import { tidyAddresses } from "./tidyAddresses.ts";

/**
 * Tells the head script that this form answers for itself now. What it remembered meanwhile is sent as soon as the button
 * is `ready`, that is once the captcha can be asked.
 */
export function useLive(form: RefObject<HTMLFormElement | null>, ready: boolean): void {
  useEffect(() => form.current?.setAttribute(liveMark, ""), [form]);

  useEffect(() => {
    const element = form.current;
    const island = element?.closest(`[${sentMark}]`);
    if (!ready || !element || !island) return;
    island.removeAttribute(sentMark);
    tidyAddresses(element);
    element.requestSubmit();
  }, [form, ready]);
}
