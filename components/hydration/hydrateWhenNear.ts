import { couldNotLoad, stillLoading } from "../copy/en/loading.ts";

/** What brings the form of an island to life. */
export interface HydrationCode {
  hydrate: (island: HTMLElement) => void;
}

/** Where the code of an island comes from, and what is done before it is there. */
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
 * says so; where it cannot be fetched it says that, and a use 5 s later or more tries again.
 */
export function hydrateWhenNear(island: HTMLElement, { fetchCode, prepare }: IslandCode): void {
  const waiting = new AbortController();
  const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: "600px" });
  let loading = false;
  // Beside the island: React expects to find in it what was pre-rendered and nothing else.
  const message = document.createElement("p");

  async function load(): Promise<void> {
    if (loading) return;
    loading = true;
    near.disconnect();
    // Out of the flow: in the free room below the form, which stays where it is.
    const slow = setTimeout(say, patience, "status", "absolute text-sm text-muted", stillLoading);
    try {
      // The code of the forms would ask for React a round trip later; asked for at once it would share the line with what
      // makes the form live (docs/decisions/0188). Where it fails, that code fails, too.
      setTimeout(() => import("./react.ts").catch(() => undefined), 150);
      const { hydrate } = await fetchCode(island);
      waiting.abort();
      message.remove();
      // In a task of its own, after the one that evaluated React.
      setTimeout(hydrate, 0, island);
    } catch {
      say("alert", "mt-4 font-semibold text-danger", couldNotLoad);
    }
    clearTimeout(slow);
    // Not with each key that is typed.
    setTimeout(() => (loading = false), patience);
  }

  function say(role: string, className: string, textContent: string): void {
    // Once: what is said already is not to be read out again.
    if (message.role !== role) island.after(Object.assign(message, { role, className, textContent }));
  }

  for (const type of interactions) island.addEventListener(type, load, { signal: waiting.signal });
  island.addEventListener("focusin", () => prepare(island), { signal: waiting.signal, once: true });
  near.observe(island);
}
