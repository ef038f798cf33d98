import { hydrateWhenNear } from "../../components/hydration/hydrateWhenNear.ts";

for (const island of document.querySelectorAll<HTMLElement>("[data-island]")) hydrateWhenNear(island);
