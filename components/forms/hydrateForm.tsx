import { startTransition } from "react";
import { Keeper } from "../hydration/Keeper.tsx";
import { hydrateRoot } from "../hydration/react.ts";
import { snapshot } from "../hydration/snapshot.ts";
import { ignoreSecondPresses } from "../ui/secondPress.ts";
import { mountToaster } from "../ui/toast/toaster.ts";
import { formOf } from "./formOf.ts";
import { Form } from "./submission/Form.tsx";

/** Hydrates the pre-rendered form of an island. */
export function hydrate(island: HTMLElement): void {
  const definition = formOf(island);
  if (!definition) return;
  mountToaster();
  ignoreSecondPresses();
  const bringOver = snapshot(island);
  // A transition is rendered in slices of 5 ms, so that the visitor can type in between.
  startTransition(() => {
    hydrateRoot(
      island,
      <Keeper island={island} bringOver={bringOver}>
        <Form definition={definition} />
      </Keeper>,
    );
  });
}
