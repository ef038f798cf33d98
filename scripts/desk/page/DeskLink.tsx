import type { ComponentProps, MouseEvent } from "react";
import { addressOf, go } from "./address.ts";

/** Whether a click on a link should be followed in this window. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey;

/** A link to a view of the desk, with its filters. */
export function DeskLink({ to, children, ...rest }: { to: Record<string, string> } & ComponentProps<"a">) {
  return (
    <a
      {...rest}
      href={addressOf(to)}
      onClick={(event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        go(event.currentTarget.search);
      }}
    >
      {children}
    </a>
  );
}
