import { formsBasePath } from "../../../../server/contract/routes.ts";
import { textOf } from "../answers/site.ts";
import type { Visit } from "./visit.ts";

/** The address of the forms as the page's code has it: with the project's origin, or none where it is the page's own. */
const formsAddress = new RegExp(`(https?://[^\\s"'\`/]+)?${formsBasePath}\\b`, "gu");

/** Origins that the page sends its forms to, its own or a project's. */
export function backendsOf({ site, answers }: Pick<Visit, "site" | "answers">): string[] {
  const written = Array.from(answers.values(), ({ body }) => Array.from(textOf(body).matchAll(formsAddress)));
  return [...new Set(written.flat().map(([, origin]) => origin ?? site.address.origin))];
}
