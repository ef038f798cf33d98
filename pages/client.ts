import { startAuth } from "../components/auth/startAuth.ts";
import { countVisit } from "../components/countVisit.ts";
import { startForms } from "../components/forms/islands.ts";
import { closeMenu } from "../components/landing/closeMenu.ts";
import { startMailLinks } from "../components/mailLinks/startMailLinks.ts";

if (import.meta.env.DEV) await import("../components/dev/start.ts").then(({ startDevelopment }) => startDevelopment());
startMailLinks();
startAuth();
startForms();
if (import.meta.env.PUBLIC_COUNT_VISITS !== "0") countVisit();
for (const menu of document.querySelectorAll<HTMLDetailsElement>("details[data-menu]")) closeMenu(menu);
// The faces come after the first paint. If they cannot be fetched, the page keeps the face that it was painted in.
new PerformanceObserver((_, paint) => {
  paint.disconnect();
  import("../components/faces.ts").then(
    (code) => code.showFaces(),
    () => {},
  );
}).observe({ type: "paint", buffered: true });
