import { trapName } from "../../../server/contract/limits.ts";
import { type Answer, postForm } from "../backend/postForm.ts";
import type { FormDefinition } from "./definition.ts";
import { textOf } from "./textOf.ts";

/**
 * Sends a form's current content as soon as there is a captcha token; returns undefined if the captcha is not completed. Rejects only
 * if `token` does.
 */
export async function sendForm(
  { name, accepted, fields, body, onStored }: FormDefinition,
  form: HTMLFormElement,
  token: Promise<string | null | undefined> | undefined,
): Promise<Answer | undefined> {
  const entries = new FormData(form);
  const content = Object.fromEntries(fields.map((field) => [field.name, textOf(entries, field.name)]));
  const trap = textOf(entries, trapName);
  const captcha = await token;
  if (!captcha) return undefined;
  const answer = await postForm(`/${name}`, accepted, {
    ...body(content),
    ...(trap && { [trapName]: trap }),
    captcha,
  });
  if (answer.kind === "accepted") onStored?.();
  return answer;
}
