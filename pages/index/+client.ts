import { startAuth } from "../../components/auth/startAuth.ts";
import { hydrateWhenNear } from "../../components/hydration/hydrateWhenNear.ts";

startAuth();
for (const island of document.querySelectorAll<HTMLElement>("[data-island]")) hydrateWhenNear(island);
