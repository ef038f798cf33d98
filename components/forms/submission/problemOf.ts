import { isVisible, tidyProse } from "../../../server/contract/characters.ts";
import {
  addressTooLong,
  hasForeignLocalPart,
  isAddress,
  localPartNotAscii,
  notAnAddress,
  tidyAddress,
} from "../../../server/contract/emailAddress.ts";
import { limits } from "../../../server/contract/limits.ts";
import type { FieldDefinition } from "./definition.ts";
import { textOf } from "./textOf.ts";

/** The backend's error for this value of a field; "" if it is valid. Its length is checked elsewhere, as it is typed. */
export function problemOf({ required = "", ...field }: FieldDefinition, value: string): string {
  if (!isVisible(tidyProse(value))) return required;
  return field.kind === "line" && field.type === "email" ? problemOfAddress(tidyAddress(value)) : "";
}

/** The fields of a form that the backend would refuse, with their errors. The browser passes some, such as a name of spaces. */
export function problemsOf(fields: readonly FieldDefinition[], form: HTMLFormElement): [string, string][] {
  const content = new FormData(form);
  return fields
    .map((field): [string, string] => [field.name, problemOf(field, textOf(content, field.name))])
    .filter(([, problem]) => problem !== "");
}

function problemOfAddress(address: string): string {
  if (address.length > limits.email) return addressTooLong(limits.email);
  if (hasForeignLocalPart(address)) return localPartNotAscii;
  return isAddress(address) ? "" : notAnAddress;
}
