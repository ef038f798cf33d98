import { useState } from "react";
import type { BrowserMocks } from "../../server/mocks/browser.ts";
import { type Scenario, type ScenarioName, scenarioOf, scenarios } from "../../server/mocks/scenarios.ts";

const style = `
  :host { all: initial; }
  aside { position: fixed; z-index: 9999; inset: auto auto 12px 12px; max-width: min(26rem, calc(100vw - 24px)); max-height: 80vh; overflow: auto;
    font: 14px/1.4 system-ui, sans-serif; color: #fff; background: #1c1917; border: 2px dashed #fb923c; border-radius: 8px; padding: 6px 12px; }
  summary { cursor: pointer; } label { display: block; margin: 8px 0; } select { font: inherit; }
  a { color: inherit; }
  [role=alert] { background: #b91c1c; margin: 6px -12px; padding: 8px 12px; font-weight: 600; overflow-wrap: anywhere; }
`;
const acts = {
  look: "Just look",
  join: "Join the waitlist",
  answer: "Join the waitlist and answer a question",
  apply: "Apply for beta access",
  signIn: "Ask for a sign-in link",
  confirm: "Follow the link of a mail to confirm",
  unsubscribe: "Follow the link of a mail to unsubscribe",
} satisfies Record<Scenario["act"], string>;

interface PanelProps {
  scenario: ScenarioName;
  /** Undefined until they have started. */
  mocks: BrowserMocks | undefined;
  /** Requests that the mocks could not answer. */
  errors: readonly string[];
}

/** Whether two scenarios differ in the backend only, and not in what the page reads when it loads. */
function onlyBackendDiffers(one: Scenario, other: Scenario): boolean {
  return !one.session && !other.session && one.captcha === other.captcha;
}

/** Says that the backend is mocked, and switches it to any of its states. */
export function Panel({ scenario: opened, mocks, errors }: PanelProps) {
  const [scenario, enter] = useState(opened);
  const { act, see }: Scenario = scenarios[scenario];

  /** Reloads the page only if necessary; otherwise it keeps its input. */
  function choose(value: string): void {
    const url = new URL(location.href);
    url.searchParams.set("scenario", value);
    const name = scenarioOf(url.search);
    if (mocks && onlyBackendDiffers(scenarios[scenario], scenarios[name])) {
      history.replaceState(null, "", url);
      mocks.enter(name);
      enter(name);
      return;
    }
    location.assign(url);
  }

  return (
    <aside aria-label="Offline mode">
      <style>{style}</style>
      {errors.map((error, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same request may fail twice
        <p key={index} role="alert">
          {error}
        </p>
      ))}
      <details>
        <summary>Offline mode: {scenario}</summary>
        <label>
          Scenario{" "}
          <select value={scenario} onChange={({ currentTarget }) => choose(currentTarget.value)}>
            {Object.keys(scenarios).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <p>
          {acts[act]}: “{see}”
        </p>
        {(act === "confirm" || act === "unsubscribe") && (
          <p>
            <a href={`#${act}=of-a-made-up-mail`}>Follow such a link</a>
          </p>
        )}
      </details>
    </aside>
  );
}
