const interactions = ["pointerdown", "focusin", "keydown", "submit"];

/**
 * Hydrates an island when it comes near the viewport or is used, whichever is first. Where its code cannot be fetched the
 * island says so, and the next use tries again.
 */
export function hydrateWhenNear(island: HTMLElement): void {
  const waiting = new AbortController();
  const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: "600px" });
  let loading = false;
  let failure: HTMLElement | undefined;

  async function load(): Promise<void> {
    if (loading || waiting.signal.aborted) return;
    loading = true;
    near.disconnect();
    try {
      // React is asked for beside the islands, which would ask for it a round trip later.
      const [{ hydrate }] = await Promise.all([import("./islands.tsx"), import("./react.ts")]);
      waiting.abort();
      failure?.remove();
      // In a task of its own, after the one that evaluated React.
      setTimeout(hydrate, 0, island);
    } catch {
      failure ??= sayFailed(island);
    }
    loading = false;
  }

  for (const type of interactions) island.addEventListener(type, load, { signal: waiting.signal });
  near.observe(island);
}

/** Beside the island and not in it, where React would find a stranger. */
function sayFailed(island: HTMLElement): HTMLElement {
  const message = document.createElement("p");
  message.className = "mt-4 font-semibold text-danger";
  message.setAttribute("role", "alert");
  message.textContent = "This form could not load. Check your connection, then try again or reload the page.";
  island.after(message);
  return message;
}
