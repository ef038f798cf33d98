import { buttonClass } from "../../ui/button.ts";
import { copy } from "../copy.ts";
import { SuccessHeading } from "../submission/SuccessHeading.tsx";

/** The beta form's success view (requirements 4). */
export function BetaSuccess({ onAnother }: { onAnother: () => void }) {
  return (
    <div className="grid justify-items-start gap-4">
      <SuccessHeading>{copy.beta.done}</SuccessHeading>
      <p>{copy.beta.promise}</p>
      <button type="button" className={buttonClass.secondary} onClick={onAnother}>
        {copy.beta.another}
      </button>
    </div>
  );
}
