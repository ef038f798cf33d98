import { hydrateRoot } from "react-dom/client";
import type { PageContextClient } from "vike/types";

export default function onRenderClient({ Page }: PageContextClient): void {
  const root = document.querySelector("#root");
  if (root) hydrateRoot(root, <Page />);
}
