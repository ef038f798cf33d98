import { sentMark } from "../../hydration/marks.ts";
import { tidyAddresses } from "./tidyAddresses.ts";

/** Sends a form which the head script remembered as sent before the form could answer. */
export function sendRemembered(form: HTMLFormElement): void {
  const island = form.closest(`[${sentMark}]`);
  if (!island) return;
  island.removeAttribute(sentMark);
  tidyAddresses(form);
  form.requestSubmit();
}
