import type { ComponentType } from "react";
import { hydrateRoot } from "react-dom/client";
import { BetaForm } from "../forms/beta/BetaForm.tsx";
import { WaitlistForm } from "../forms/waitlist/WaitlistForm.tsx";
import { mountToaster } from "../ui/toast/toaster.ts";

const islands: Record<string, ComponentType> = { waitlist: WaitlistForm, beta: BetaForm };

/** Brings the pre-rendered form of an island to life. */
export function hydrate(island: HTMLElement): void {
  const Island = islands[island.dataset["island"] ?? ""];
  if (!Island) return;
  mountToaster();
  hydrateRoot(island, <Island />);
}
