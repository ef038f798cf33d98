import type { CaptchaProvider } from "../forms/captcha/provider/provider.ts";
import { StandInWidget } from "./StandInWidget.tsx";
import { currentScenario } from "./currentScenario.ts";

/** Takes the place of components/forms/captcha/captcha.ts in offline mode (server/mocks/vitePlugin.ts). */
export const captcha: CaptchaProvider = {
  isReady: () => currentScenario().captcha !== "never-loads",
  Widget: StandInWidget,
};
