// A module of our own around React, so that its file is fetched in parallel with the islands' (hydrateWhenNear.ts).
export { hydrateRoot } from "react-dom/client";
