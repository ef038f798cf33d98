import { type ComponentType, startTransition } from "react";
import { BetaForm } from "../forms/beta/BetaForm.tsx";
import { WaitlistForm } from "../forms/waitlist/WaitlistForm.tsx";
import { mountToaster } from "../ui/toast/toaster.ts";
import { Keeper } from "./Keeper.tsx";
import { hydrateRoot } from "./react.ts";
import { snapshot } from "./snapshot.ts";

const islands: Record<string, ComponentType> = { waitlist: WaitlistForm, beta: BetaForm };

/** Brings the pre-rendered form of an island to life. */
export function hydrate(island: HTMLElement): void {
  const Island = islands[island.dataset["island"] ?? ""];
  if (!Island) return;
  mountToaster();
  const bringOver = snapshot(island);
  // A transition is rendered in slices of 5 ms, with the visitor's typing in between.
  startTransition(() => {
    hydrateRoot(
      island,
      <Keeper island={island} bringOver={bringOver}>
        <Island />
      </Keeper>,
    );
  });
}
