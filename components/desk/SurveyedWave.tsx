import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useState } from "react";
import type { WaveSurvey } from "../../server/contract/desk.ts";
import { deskCopy } from "../copy/desk.ts";
import { primaryButton, secondaryButton } from "../ui/button.ts";
import { fieldClass } from "../ui/field.ts";
import { useAction } from "./api.ts";
import { dialogClass } from "./dialogClass.ts";
import { count } from "./format.ts";
import { Said } from "./states.tsx";

const words = deskCopy.mail.wave;

/** Whom a wave would mail what, and a button that asks once more before it mails them; `undefined` before a preview. */
export function SurveyedWave({ survey, onSent }: { survey: WaveSurvey | undefined; onSent: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const action = useAction<{ id: string }>(() => "wave/send");
  const close = () => setIsAsking(false);
  return (
    <>
      {survey && (
        <section className="grid gap-3 wrap-anywhere" aria-label={words.subject(survey.subject)}>
          <p role="status" className="font-semibold whitespace-pre-line">
            {survey.about}
          </p>
          {survey.warning !== null && <p className="font-semibold text-danger">{survey.warning}</p>}
          <h3 className="font-semibold">{words.subject(survey.subject)}</h3>
          <p className="text-muted">{words.standIns}</p>
          <iframe
            title={words.preview}
            sandbox=""
            srcDoc={survey.html}
            className="h-128 w-full rounded-lg border border-rule bg-white"
          />
          <textarea
            readOnly
            rows={12}
            aria-label={words.subject(survey.subject)}
            className={`${fieldClass.textarea} font-mono opacity-100!`}
            value={survey.text}
          />
          {survey.people > 0 && (
            <button
              type="button"
              className={`${primaryButton} justify-self-start`}
              disabled={action.isPending}
              onClick={() => setIsAsking(true)}
            >
              {words.mail(count(survey.people))}
            </button>
          )}
        </section>
      )}
      {(!survey || action.isError) && <Said of={action} />}
      {survey && (
        <AlertDialog.Root open={isAsking} onOpenChange={setIsAsking}>
          <AlertDialog.Portal>
            <AlertDialog.Backdrop className={dialogClass.backdrop} />
            <AlertDialog.Popup className={dialogClass.popup}>
              <AlertDialog.Title className="text-xl">{words.title(count(survey.people))}</AlertDialog.Title>
              <p className="wrap-anywhere">{words.subject(survey.subject)}</p>
              <AlertDialog.Description>{words.once}</AlertDialog.Description>
              <div className="flex flex-wrap gap-3">
                <button
                  type="button"
                  className={primaryButton}
                  disabled={action.isPending}
                  onClick={() => {
                    close();
                    action.mutate({ id: survey.id }, { onSuccess: onSent });
                  }}
                >
                  {words.now}
                </button>
                <AlertDialog.Close className={secondaryButton}>{deskCopy.cancel}</AlertDialog.Close>
              </div>
            </AlertDialog.Popup>
          </AlertDialog.Portal>
        </AlertDialog.Root>
      )}
    </>
  );
}
