import type { Ref } from "react";

/** Id of the heading that names the dialog. */
export const headingId = "sign-in-title";
/** Id of the text below it. */
export const textId = "sign-in-text";

interface HeadingProps {
  title: string;
  text: string;
  ref?: Ref<HTMLHeadingElement>;
}

/** Heading and text of a dialog's view. When the heading gets the focus, screen readers read both. */
export function Heading({ title, text, ref }: HeadingProps) {
  return (
    <>
      <h2 ref={ref} id={headingId} tabIndex={-1} aria-describedby={textId} className="text-2xl font-semibold text-ink">
        {title}
      </h2>
      <p id={textId} className="mt-4">
        {text}
      </p>
    </>
  );
}
