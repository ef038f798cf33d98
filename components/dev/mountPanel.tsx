import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { ScenarioName } from "../../server/mocks/scenarios.ts";
import { Panel } from "./Panel.tsx";

/** The panel's interface to offline mode. */
interface PanelHandle {
  /** The mocks have started. */
  ready(): void;
  showError(message: string): void;
}

/** Adds the panel to the page, in a shadow root, so that neither styles the other. */
export function mountPanel(scenario: ScenarioName): PanelHandle {
  const host = document.createElement("div");
  host.id = "offline-panel";
  document.body.append(host);
  const root = createRoot(host.attachShadow({ mode: "open" }));
  const errors: string[] = [];
  const render = () => flushSync(() => root.render(<Panel scenario={scenario} errors={[...errors]} />));
  render();
  return {
    ready() {
      host.dataset["ready"] = "";
    },
    showError(message) {
      errors.push(message);
      render();
    },
  };
}
