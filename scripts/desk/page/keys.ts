import { useEffect, useEffectEvent } from "react";

/** Whether a key is typed into a field, or is pressed together with a modifier. */
const isTyped = ({ target, metaKey, ctrlKey, altKey }: KeyboardEvent): boolean =>
  metaKey ||
  ctrlKey ||
  altKey ||
  (target instanceof HTMLElement && target.closest("input:not([type=checkbox]), select, textarea") !== null);

/** While `isOn`, calls `press` with each key that is pressed and not typed into a field. */
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
