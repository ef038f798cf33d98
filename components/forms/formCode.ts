import type { IslandCode } from "../hydration/hydrateWhenNear.ts";
import { captchaCode, prepareCaptcha } from "./captcha/prepareCaptcha.ts";

/** What the first page load knows of the forms: where their code is. */
export const formCode: IslandCode = {
  // Side by side: the forms' code would ask for the captcha's a round trip later.
  fetchCode: () => Promise.all([import("./hydrateForm.tsx"), captchaCode()]).then(([code]) => code),
  prepare: ({ dataset }) => prepareCaptcha(dataset["island"] ?? ""),
};
