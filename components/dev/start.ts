import { keepTyped, restoreTyped, typed } from "./typed.ts";

/** Starts what is in a page of the dev server only. The page waits for it, so that no call bypasses the mocks. */
export async function startDevelopment(): Promise<void> {
  keepOverReloads();
  // oxlint-disable-next-line no-console -- where a developer looks
  import.meta.hot?.on("backend:error", (text: string) => console.error(text));
  if (import.meta.env.PUBLIC_BACKEND === "embedded") return;
  const { startOffline } = await import("./offline.ts");
  await startOffline();
}

/** Keeps what is typed when the page is loaded again, and shows Vite's overlay for what nothing in the page has caught. */
function keepOverReloads(): void {
  const { hot } = import.meta;
  /** What was typed before the last change of the code, by which a form may be gone, or not yet be filled again. */
  let before = restoreTyped();
  let failed = false;
  // Vite may have asked for a reload before this code ran: only the page's end is sure to be seen.
  addEventListener("pagehide", () => keepTyped({ ...before, ...typed() }));
  hot?.on("vite:beforeUpdate", () => {
    // React does not render a form again after it has given it up.
    if (failed) location.reload();
    else before = typed();
  });

  const show = (error: unknown) => {
    if (!(error instanceof Error)) return;
    failed = true;
    const { message, stack = "" } = error;
    // The dev server answers with the overlay, because it knows the places in the sources.
    if (!document.querySelector("vite-error-overlay")) hot?.send("page:error", { message, stack });
  };
  addEventListener("error", ({ error }) => show(error));
  addEventListener("unhandledrejection", ({ reason }) => show(reason));
}
