import type { CaptchaProvider } from "../forms/captcha/provider.ts";
import { StandInWidget } from "./StandInWidget.tsx";
import { currentScenario } from "./currentScenario.ts";

/** Replaces components/forms/captcha/captcha.ts in offline mode (scripts/dev/offlineMode.ts). */
export const captcha: CaptchaProvider = {
  isReady: () => currentScenario().captcha !== "never-loads",
  Widget: StandInWidget,
};
