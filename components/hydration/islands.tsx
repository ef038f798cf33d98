import { type ComponentType, startTransition } from "react";
import { BetaForm } from "../forms/beta/BetaForm.tsx";
import { WaitlistForm } from "../forms/waitlist/WaitlistForm.tsx";
import { mountToaster } from "../ui/toast/toaster.ts";
import { hydrateRoot } from "./react.ts";

const islands: Record<string, ComponentType> = { waitlist: WaitlistForm, beta: BetaForm };

/** Brings the pre-rendered form of an island to life. */
export function hydrate(island: HTMLElement): void {
  const Island = islands[island.dataset["island"] ?? ""];
  if (!Island) return;
  mountToaster();
  // A transition is rendered in slices of 5 ms, with the visitor's typing in between.
  startTransition(() => {
    hydrateRoot(island, <Island />);
  });
}
