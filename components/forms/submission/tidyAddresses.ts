import { hasForeignLocalPart, localPartNotAscii, tidyAddress } from "../../../server/contract/emailAddress.ts";

/**
 * Readies a form's addresses for the browser's own check, which takes others in each browser: what the backend would tidy is
 * tidied, and a part before the @ that it refuses is refused in its words.
 */
export function tidyAddresses(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>("[type=email]")) {
    if (input.validity.typeMismatch) input.value = tidyAddress(input.value);
    input.setCustomValidity(hasForeignLocalPart(input.value) ? localPartNotAscii : "");
  }
}
