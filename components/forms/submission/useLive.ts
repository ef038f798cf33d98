import { type RefObject, useEffect } from "react";
import { liveMark } from "../../hydration/marks.ts";
import { sendRemembered } from "./sendRemembered.ts";

/**
 * Tells the head script that this form answers for itself now. What it remembered meanwhile is sent as soon as the button
 * is `ready`, that is once the captcha can be asked.
 */
export function useLive(form: RefObject<HTMLFormElement | null>, ready: boolean): void {
  useEffect(() => form.current?.setAttribute(liveMark, "react"), [form]);

  useEffect(() => {
    if (ready && form.current) sendRemembered(form.current);
  }, [form, ready]);
}
