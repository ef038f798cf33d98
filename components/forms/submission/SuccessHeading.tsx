import { useEffect, useRef } from "react";

/** The heading of a success view. It takes the focus the submit button had, which also has it read out. */
export function SuccessHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h3 ref={heading} tabIndex={-1} className="text-xl font-semibold text-ink">
      {children}
    </h3>
  );
}
