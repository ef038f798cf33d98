import { startAuth } from "../../components/auth/startAuth.ts";
import { closeMenu } from "../../components/hydration/closeMenu.ts";
import { hydrateWhenNear } from "../../components/hydration/hydrateWhenNear.ts";

if (import.meta.env.DEV) await import("../../components/dev/start.ts").then(({ startOffline }) => startOffline());
startAuth();
for (const island of document.querySelectorAll<HTMLElement>("[data-island]"))
  hydrateWhenNear(island, () => import("../../components/forms/hydrateForm.tsx"));
for (const menu of document.querySelectorAll<HTMLDetailsElement>("details[data-menu]")) closeMenu(menu);
