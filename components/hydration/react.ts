// A module of our own, for its file to be fetched beside the islands' (hydrateWhenNear.ts).
export { hydrateRoot } from "react-dom/client";
