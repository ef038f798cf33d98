import { couldNotLoad, stillLoading } from "../copy/en/loading.ts";

/** What brings the form of an island to life. */
export interface HydrationCode {
  hydrate: (island: HTMLElement) => void;
}

export interface IslandCode {
  fetchCode: (island: HTMLElement) => Promise<HydrationCode>;
  /** Called once, when a field has the focus before the form is live. */
  prepare: (island: HTMLElement) => void;
}

const interactions = ["pointerdown", "focusin", "keydown", "submit"];

/** How long the code of a form may take until the form says that it is loading, in milliseconds. */
const patience = 5_000;

/**
 * Hydrates an island when it comes near the viewport or is used, whichever is first. Where its code takes its time the island
 * says so; where it cannot be fetched it says that, and the next use tries again.
 */
export function hydrateWhenNear(island: HTMLElement, { fetchCode, prepare }: IslandCode): void {
  const waiting = new AbortController();
  const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: "600px" });
  let loading = false;
  let failed = false;
  // Beside the island: React expects to find in it what was pre-rendered and nothing else.
  const message = document.createElement("p");

  async function load(): Promise<void> {
    if (loading || waiting.signal.aborted) return;
    loading = true;
    near.disconnect();
    const slow = setTimeout(() => {
      // Out of the flow: in the free room below the form, which stays where it is.
      if (!failed) say("status", "absolute text-sm text-muted", stillLoading);
    }, patience);
    try {
      // React is asked for beside the code of the forms, which would ask for it a round trip later.
      const [{ hydrate }] = await Promise.all([fetchCode(island), import("./react.ts")]);
      waiting.abort();
      message.remove();
      // In a task of its own, after the one that evaluated React.
      setTimeout(hydrate, 0, island);
    } catch {
      if (!failed) say("alert", "mt-4 font-semibold text-danger", couldNotLoad);
      failed = true;
    }
    clearTimeout(slow);
    loading = false;
  }

  function say(role: string, className: string, textContent: string): void {
    Object.assign(message, { role, className, textContent });
    island.after(message);
  }

  for (const type of interactions) island.addEventListener(type, load, { signal: waiting.signal });
  island.addEventListener("focusin", () => prepare(island), { signal: waiting.signal, once: true });
  near.observe(island);
}
