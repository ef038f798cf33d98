import { type RefObject, useEffect } from "react";
import { liveMark } from "../../hydration/marks.ts";
import { sendRemembered } from "./sendRemembered.ts";

/**
 * Tells the head script that this form works now. A submission that it has remembered is sent as soon as the button is `ready`, that
 * is, once the captcha can be used.
 */
export function useLive(form: RefObject<HTMLFormElement | null>, ready: boolean): void {
  useEffect(() => form.current?.setAttribute(liveMark, "react"), [form]);

  useEffect(() => {
    if (ready && form.current) sendRemembered(form.current);
  }, [form, ready]);
}
