import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { ScenarioName } from "../../server/mocks/scenarios.ts";
import { Panel } from "./Panel.tsx";

/** The panel's interface to offline mode. */
interface PanelHandle {
  /** Tells the panel that the mocks have started. */
  ready(): void;
  showError(message: string): void;
}

/**
 * Adds the panel to the page, in a shadow root, so that neither styles the other. While a modal dialog is open it is in that, as nothing
 * beside it can be used.
 */
export function mountPanel(scenario: ScenarioName): PanelHandle {
  const host = document.createElement("div");
  host.id = "offline-panel";
  const follow = () => {
    const place = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
    if (host.parentNode !== place) place.append(host);
  };
  follow();
  new MutationObserver(follow).observe(document.body, { childList: true, subtree: true, attributeFilter: ["open"] });
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
