import { hasForeignLocalPart, localPartNotAscii, tidyAddress } from "../../../server/contract/emailAddress.ts";

/**
 * Prepares a form's addresses for the browser's validation, which differs between browsers: tidies them as the backend would, and
 * marks those whose part before the @ the backend refuses, with its message.
 */
export function tidyAddresses(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>("[type=email]")) {
    if (input.validity.typeMismatch) input.value = tidyAddress(input.value);
    input.setCustomValidity(hasForeignLocalPart(input.value) ? localPartNotAscii : "");
  }
}
