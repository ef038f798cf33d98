import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { BrowserMocks } from "../../server/mocks/browser.ts";
import type { ScenarioName } from "../../server/mocks/scenarios.ts";
import { Panel } from "./Panel.tsx";

/** The panel's interface to offline mode. */
interface PanelHandle {
  connect(mocks: BrowserMocks): void;
  showError(error: Error): void;
}

/** Adds the panel to the page, in a shadow root, so that neither styles the other. */
export function mountPanel(scenario: ScenarioName): PanelHandle {
  const host = document.createElement("div");
  host.id = "offline-panel";
  document.body.append(host);
  const root = createRoot(host.attachShadow({ mode: "open" }));
  const errors: string[] = [];
  let mocks: BrowserMocks | undefined;
  const render = () => flushSync(() => root.render(<Panel scenario={scenario} mocks={mocks} errors={[...errors]} />));
  render();
  return {
    connect(started) {
      mocks = started;
      host.dataset["ready"] = "";
      render();
    },
    showError({ message }) {
      errors.push(message);
      render();
    },
  };
}
