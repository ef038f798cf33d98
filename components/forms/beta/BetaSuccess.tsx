import { buttonClass } from "../../ui/button.ts";
import { SuccessHeading } from "../submission/SuccessHeading.tsx";

/** The beta form's success view (spec section 4). */
export function BetaSuccess({ onAnother }: { onAnother: () => void }) {
  return (
    <div className="grid justify-items-start gap-4">
      <SuccessHeading>Application Submitted!</SuccessHeading>
      <p>Thank you for applying. We'll review your application and reply within 48 hours.</p>
      <button type="button" className={buttonClass.secondary} onClick={onAnother}>
        Submit Another Application
      </button>
    </div>
  );
}
