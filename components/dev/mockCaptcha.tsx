import { useImperativeHandle, useState } from "react";
import { mockToken } from "../../server/mocks/captcha.ts";
import { type Scenario, scenarioOf, scenarios } from "../../server/mocks/scenarios.ts";
import type { CaptchaProvider, CaptchaWidgetProps } from "../forms/captcha/provider.ts";

/** The scenario with which this page was opened. */
const currentScenario = (): Scenario => scenarios[scenarioOf(location.search)];

const states = ["unsolved", "solved", "expired"] as const;
/** The page's style sheet takes the browser's look from what is not chosen, and with it the size. */
const round = { width: 16, height: 16, borderRadius: "50%" };
const frame = { border: "2px dashed #c2410c", borderRadius: 8, padding: "8px 12px" };

/** A captcha without a task; the developer chooses its state. */
function MockCaptchaWidget({ id, ready, error, onAnswer, ref }: CaptchaWidgetProps) {
  const [chosen, choose] = useState<(typeof states)[number]>();
  // Only the browser has an address; in the pre-rendered page nothing is ready yet.
  const state = chosen ?? (ready ? currentScenario().captcha : undefined) ?? "unsolved";

  useImperativeHandle(
    ref,
    () => ({
      token: async () => (state === "solved" || state === "expired" ? mockToken(state) : null),
      reset: () => choose("unsolved"),
    }),
    [state],
  );

  function answer(name: (typeof states)[number]): void {
    onAnswer();
    choose(name);
  }

  if (!ready)
    return (
      <p id={id} style={frame}>
        Stand-in captcha: loading…
      </p>
    );
  return (
    <fieldset id={id} style={frame}>
      <legend>Stand-in captcha: verifies nothing</legend>
      {states.map((name) => (
        <label key={name} style={{ marginRight: 16, textTransform: "capitalize" }}>
          <input type="radio" style={round} name={id} checked={state === name} onChange={() => answer(name)} /> {name}
        </label>
      ))}
      {error && <p>{error}</p>}
    </fieldset>
  );
}

/** Replaces components/forms/captcha/captcha.ts in offline mode (scripts/dev/offlineMode.ts). */
export const captcha: CaptchaProvider = {
  isReady: () => currentScenario().captcha !== "never-loads",
  Widget: MockCaptchaWidget,
};
