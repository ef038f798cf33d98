const interactions = ["pointerdown", "focusin", "keydown", "submit"];

/** How long the code of a form may take until the form says that it is loading, in milliseconds. */
const patience = 5_000;

/**
 * Hydrates an island when it comes near the viewport or is used, whichever is first. Where its code takes its time the island
 * says so; where it cannot be fetched it says that, and the next use tries again.
 */
export function hydrateWhenNear(island: HTMLElement): void {
  const waiting = new AbortController();
  const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: "600px" });
  let loading = false;
  let failed = false;
  // Beside the island and not in it, where React would find a stranger.
  const message = document.createElement("p");

  async function load(): Promise<void> {
    if (loading || waiting.signal.aborted) return;
    loading = true;
    near.disconnect();
    const slow = setTimeout(() => {
      // Out of the flow: in the free room below the form, which stays where it is.
      if (!failed) say("status", "absolute text-sm text-muted", "This form is still loading.");
    }, patience);
    try {
      // React is asked for beside the islands, which would ask for it a round trip later.
      const [{ hydrate }] = await Promise.all([import("./islands.tsx"), import("./react.ts")]);
      waiting.abort();
      message.remove();
      // In a task of its own, after the one that evaluated React.
      setTimeout(hydrate, 0, island);
    } catch {
      if (!failed)
        say(
          "alert",
          "mt-4 font-semibold text-danger",
          "This form could not load. Check your connection, then try again or reload the page.",
        );
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
  near.observe(island);
}
