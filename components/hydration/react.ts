// A module of our own around React, so that its file is fetched side by side with the islands' (hydrateWhenNear.ts).
export { hydrateRoot } from "react-dom/client";
