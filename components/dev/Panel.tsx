import { type Scenario, type ScenarioName, scenarios } from "../../server/mocks/scenarios.ts";
import { addressOf, offlineAddress } from "./address.ts";

const style = `
  :host { all: initial; }
  aside {
    position: fixed; z-index: 9999; inset: auto auto 12px 12px;
    max-width: min(26rem, calc(100vw - 24px)); max-height: 80vh; overflow: auto; padding: 6px 12px;
    font: 14px/1.4 system-ui, sans-serif; color: #fff; background: #1c1917; border: 2px dashed #fb923c; border-radius: 8px;
  }
  summary { cursor: pointer; } label { display: block; margin: 8px 0; } select { font: inherit; }
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
  place: "Follow the link of a mail to one’s place",
  comeBack: "Come back to the waitlist after confirming",
} satisfies Record<Scenario["act"], string>;

/** Where in the page a scenario is seen. */
const places: Record<Scenario["act"], string> = {
  look: "Welcome card",
  join: "Waitlist",
  answer: "Waitlist",
  apply: "Beta application",
  signIn: "Sign-in",
  confirm: "Links of mails",
  unsubscribe: "Links of mails",
  place: "Links of mails",
  comeBack: "Waitlist",
};
const placeOf = ({ act, captcha }: Scenario): string =>
  captcha ? places[act === "apply" ? act : "join"] : places[act];
const named: [string, Scenario][] = Object.entries(scenarios);

/** How long each answer takes, in milliseconds, as the address says it. */
const latencies = ["", "400", "3000"];

/** Key in `sessionStorage` of whether the panel is open. */
const openKey = "panel-open";

interface PanelProps {
  scenario: ScenarioName;
  /** What the mocks could not answer, and what failed in the backend. */
  errors: readonly string[];
}

/** Says that the backend is mocked, and switches it to any of its states. */
export function Panel({ scenario, errors }: PanelProps) {
  const { act, see }: Scenario = scenarios[scenario];
  const { latency = "" } = offlineAddress();

  function choose(changes: { scenario?: string; latency?: string }): void {
    history.replaceState(null, "", addressOf({ scenario, latency, ...changes }));
    // A reload keeps what was typed, which following a link would lose.
    location.reload();
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
      <details
        open={sessionStorage.getItem(openKey) !== null}
        onToggle={({ currentTarget: { open } }) =>
          open ? sessionStorage.setItem(openKey, "") : sessionStorage.removeItem(openKey)
        }
      >
        <summary>Offline mode: {scenario}</summary>
        <label>
          Scenario{" "}
          <select value={scenario} onChange={({ currentTarget }) => choose({ scenario: currentTarget.value })}>
            {[...new Set(Object.values(places))].map((place) => (
              <optgroup key={place} label={place}>
                {named.flatMap(([name, it]) => (placeOf(it) === place ? <option key={name}>{name}</option> : []))}
              </optgroup>
            ))}
          </select>
        </label>
        <label>
          Latency{" "}
          <select value={latency} onChange={({ currentTarget }) => choose({ latency: currentTarget.value })}>
            {[...new Set([...latencies, latency])].map((time) => (
              <option key={time} value={time}>
                {time === "" ? "none" : `${time} ms`}
              </option>
            ))}
          </select>
        </label>
        <p>
          {acts[act]}: “{see}”
        </p>
        {act !== "look" && (
          <button type="button" onClick={() => location.assign(addressOf({ scenario, latency, act: "1" }))}>
            Do it
          </button>
        )}{" "}
        <button type="button" onClick={() => location.assign(addressOf({ scenario, latency }))}>
          Reset
        </button>
      </details>
    </aside>
  );
}
