import type { IslandCode } from "../hydration/hydrateWhenNear.ts";
import { prepareCaptcha } from "./captcha/prepareCaptcha.ts";

/**
 * What answers for a form before React, with the self-hosted captcha: a file that imports no other. The dev server may have
 * another captcha (scripts/dev/offlineMode.ts).
 */
const earlyCode = () =>
  import.meta.env.PUBLIC_RECAPTCHA_SITE_KEY || import.meta.env.DEV ? undefined : import("./earlyForm.ts");

/** What the first page load knows of the forms: where their code is. */
export const formCode: IslandCode = {
  // Side by side, what answers first at first: the forms' code would ask for the other a round trip later.
  fetchCode: (island) => {
    const code = import("./hydrateForm.tsx");
    // The forms' code needs that file as well, and fails without it.
    earlyCode()?.then(
      ({ answerEarly }) => answerEarly(island, code),
      () => undefined,
    );
    return code;
  },
  prepare: (island) => prepareCaptcha(island, earlyCode()),
};
