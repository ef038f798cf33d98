import { startAuth } from "../components/auth/startAuth.ts";
import { formCode } from "../components/forms/formCode.ts";
import { closeMenu } from "../components/hydration/closeMenu.ts";
import { hydrateWhenNear } from "../components/hydration/hydrateWhenNear.ts";
import { fetchFollowLink } from "../components/mailLinks/fetchFollowLink.ts";
import { startMailLinks } from "../components/mailLinks/startMailLinks.ts";

if (import.meta.env.DEV && import.meta.env.PUBLIC_BACKEND !== "embedded")
  await import("../components/dev/start.ts").then(({ startOffline }) => startOffline());
startMailLinks(fetchFollowLink);
startAuth();
for (const island of document.querySelectorAll<HTMLElement>("[data-island]")) hydrateWhenNear(island, formCode);
for (const menu of document.querySelectorAll<HTMLDetailsElement>("details[data-menu]")) closeMenu(menu);
