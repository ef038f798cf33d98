import type { IslandCode } from "../hydration/hydrateWhenNear.ts";
import { prepareCaptcha } from "./captcha/prepareCaptcha.ts";

/**
 * The code that makes a form work before React, if the captcha is self-hosted: a file without imports. The dev server may use another
 * captcha (scripts/dev/offlineMode.ts).
 */
const earlyCode = () =>
  import.meta.env.PUBLIC_RECAPTCHA_SITE_KEY || import.meta.env.DEV ? undefined : import("./earlyForm.ts");

/** The only part of the forms in the first page load: where their code is. */
export const formCode: IslandCode = {
  // In parallel, the early code first: the forms' code would otherwise request it one round trip later.
  fetchCode: (island) => {
    const code = import("./hydrateForm.tsx");
    // The forms' code needs the early file too, and fails without it.
    earlyCode()?.then(
      ({ answerEarly }) => answerEarly(island, code),
      () => undefined,
    );
    return code;
  },
  prepare: (island) => prepareCaptcha(island, earlyCode()),
};
