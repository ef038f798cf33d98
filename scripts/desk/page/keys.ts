import { useEffect, useEffectEvent } from "react";

/** Whether a key is typed into something, or does something else with another one. */
const isTyped = ({ target, metaKey, ctrlKey, altKey }: KeyboardEvent): boolean =>
  metaKey ||
  ctrlKey ||
  altKey ||
  (target instanceof HTMLElement && target.closest("input:not([type=checkbox]), select, textarea") !== null);

/** Calls `press` with each key that is pressed and not typed into something, while `isOn`. */
export function useKeys(isOn: boolean, press: (event: KeyboardEvent) => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (!isTyped(event)) press(event);
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listener = (event: KeyboardEvent) => pressed(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, [isOn]);
}
