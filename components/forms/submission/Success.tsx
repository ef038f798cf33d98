import { useEffect, useRef } from "react";
import { buttonClass } from "../../ui/button.ts";
import type { FormDefinition } from "./definition.ts";

interface SuccessProps {
  words: FormDefinition["words"]["done"];
  onAnother: () => void;
}

/** A form's success view (requirements 4). Its heading takes the focus the submit button had, which also has it read out. */
export function Success({ words: { title, text, another }, onAnother }: SuccessProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-4">
      <h3 ref={heading} tabIndex={-1} className="text-xl font-semibold text-ink">
        {title}
      </h3>
      {text && <p>{text}</p>}
      {another && (
        <button type="button" className={buttonClass.secondary} onClick={onAnother}>
          {another}
        </button>
      )}
    </div>
  );
}
