import { couldNotLoad, stillLoading } from "../copy/en/loading.ts";

/** Hydrates the form of an island. */
export interface HydrationCode {
  hydrate: (island: HTMLElement) => void;
}

/** The sources of an island's code, and what is done before it has loaded. */
export interface IslandCode {
  fetchCode: (island: HTMLElement) => Promise<HydrationCode>;
  /** Called once, if a field gets the focus before the form works. */
  prepare: (island: HTMLElement) => void;
}

const interactions = ["pointerdown", "focusin", "keydown", "submit"];

/** How long a form's code may take before the form says that it is loading, in milliseconds. */
const patience = 5_000;

/**
 * Hydrates an island when it comes near the viewport or is used, whichever is first. The island says if its code takes long or cannot
 * be fetched; in that case using it at least 5 s later tries again.
 */
export function hydrateWhenNear(island: HTMLElement, { fetchCode, prepare }: IslandCode): void {
  const waiting = new AbortController();
  // The last of several frames: on a busy page one call may tell that the form was far away, and that its address has led to it.
  const near = new IntersectionObserver((frames) => frames.at(-1)?.isIntersecting && load(), { rootMargin: "600px" });
  let loading = false;
  // Outside the island, which must contain only what was pre-rendered when React hydrates it.
  const message = document.createElement("p");

  async function load(): Promise<void> {
    if (loading) return;
    loading = true;
    near.disconnect();
    // Positioned in the free space below the form, so that the form does not move.
    const slow = setTimeout(say, patience, "status", "absolute text-sm text-muted", stillLoading);
    try {
      // The forms' code would request React one round trip later. Requested at once, it would share the bandwidth with the early
      // code, which makes the form work (docs/decisions/0188). If it fails, the forms' code fails too.
      setTimeout(() => import("./react.ts").catch(() => undefined), 150);
      const { hydrate } = await fetchCode(island);
      waiting.abort();
      message.remove();
      // In a new task, after the one that evaluated React.
      setTimeout(hydrate, 0, island);
    } catch {
      say("alert", "mt-4 font-semibold text-danger", couldNotLoad);
    }
    clearTimeout(slow);
    // Not at each key press.
    setTimeout(() => (loading = false), patience);
  }

  function say(role: string, className: string, textContent: string): void {
    // Only once, so that screen readers do not read it again.
    if (message.role !== role) island.after(Object.assign(message, { role, className, textContent }));
  }

  for (const type of interactions) island.addEventListener(type, load, { signal: waiting.signal });
  island.addEventListener("focusin", () => prepare(island), { signal: waiting.signal, once: true });
  near.observe(island);
}
