import { sentMark } from "../../hydration/marks.ts";
import { tidyAddresses } from "./tidyAddresses.ts";

/** Sends a form that the head script remembered as submitted before the form worked. */
export function sendRemembered(form: HTMLFormElement): void {
  const island = form.closest(`[${sentMark}]`);
  if (!island) return;
  island.removeAttribute(sentMark);
  tidyAddresses(form);
  form.requestSubmit();
}
