import { type Scenario, type ScenarioName, scenarios } from "../../server/mocks/scenarios.ts";
import { keepTyped } from "./typed.ts";

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
  /** What the mocks could not answer, and what failed in the backend. */
  errors: readonly string[];
}

/** Loads the page in a scenario, which begins anew. */
function enter(scenario: string): void {
  const url = new URL(location.href);
  url.searchParams.set("scenario", scenario);
  // With a fragment alone, the same address would not be loaded again.
  url.hash = "";
  location.assign(url);
}

/** Says that the backend is mocked, and switches it to any of its states. */
export function Panel({ scenario, errors }: PanelProps) {
  const { act, see }: Scenario = scenarios[scenario];

  function choose(name: string): void {
    keepTyped();
    enter(name);
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
        <button type="button" onClick={() => enter(scenario)}>
          Reset
        </button>
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
