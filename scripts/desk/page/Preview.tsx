import { Tabs } from "@base-ui/react/tabs";
import { useState } from "react";
import { mailCopy } from "../words/mail.ts";
import { primaryButton, secondaryButton } from "../../../components/ui/button.ts";
import { fieldClass } from "../../../components/ui/field.ts";
import { api, useAction, type WaveSurvey } from "./api.ts";
import { Ask } from "./Ask.tsx";
import { count } from "./format.ts";
import { ActionResult, Sentence } from "./states.tsx";

const words = mailCopy.write;

/**
 * Shows who gets which mail in a wave, sends a test of it, and asks once more before it mails them. Before a
 * survey the wave is `undefined`.
 * @param props.onSent is called before anything is read again
 */
export function Preview(props: { survey: WaveSurvey | undefined; operator: string | null; onSent: () => void }) {
  const { survey, operator, onSent } = props;
  const [isAsking, setIsAsking] = useState(false);
  const [noWait, setNoWait] = useState(false);
  const action = useAction((id: string) => api.wave.send.$post({ json: { id, noWait } }), { onDone: onSent });
  return (
    <div className={`grid gap-3 wrap-anywhere ${survey ? "border-t border-rule pt-4" : ""}`}>
      {survey && (
        <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2 [&>*]:min-w-0">
          <div className="grid content-start gap-3">
            <p role="status" className="font-semibold whitespace-pre-line">
              {survey.about}
            </p>
            {survey.warning !== null && (
              <p className="font-semibold text-danger">
                <Sentence of={survey.warning} />
              </p>
            )}
            <p>
              <span className="text-muted">{words.subject}:</span>{" "}
              <span className="font-semibold">{survey.subject}</span>
            </p>
            <p className="text-muted">{words.madeUp}</p>
            <SendTest id={survey.id} operator={operator} />
            {survey.waits && (
              <label className="flex min-h-11 items-center gap-2">
                <input type="checkbox" checked={noWait} onChange={(event) => setNoWait(event.target.checked)} />
                {words.noWait}
              </label>
            )}
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
          </div>
          <Look survey={survey} />
        </div>
      )}
      <ActionResult of={action} />
      {survey && isAsking && (
        <Ask
          title={words.sure(count(survey.people))}
          text={words.once}
          button={words.now}
          onYes={() => action.mutate(survey.id)}
          onClose={() => setIsAsking(false)}
        >
          <p className="wrap-anywhere">
            {words.subject}: {survey.subject}
          </p>
        </Ask>
      )}
    </div>
  );
}

/** Shows the mail as HTML, as mail programs show it, and as text. */
function Look({ survey }: { survey: WaveSurvey }) {
  const tab = (value: keyof typeof words.looks) => (
    <Tabs.Tab
      value={value}
      className="min-h-11 cursor-pointer border-b-2 border-transparent text-muted data-active:border-sea data-active:font-semibold data-active:text-ink"
    >
      {words.looks[value]}
    </Tabs.Tab>
  );
  return (
    <Tabs.Root defaultValue="html">
      <Tabs.List className="mb-2 flex gap-5">
        {tab("html")}
        {tab("text")}
      </Tabs.List>
      <Tabs.Panel value="html" tabIndex={-1}>
        <iframe
          title={words.preview}
          sandbox=""
          srcDoc={survey.html}
          className="h-144 w-full rounded-lg border border-rule bg-white"
        />
      </Tabs.Panel>
      <Tabs.Panel value="text" tabIndex={-1}>
        <textarea
          readOnly
          rows={24}
          aria-label={words.preview}
          className={`${fieldClass.textarea} font-mono opacity-100!`}
          value={survey.text}
        />
      </Tabs.Panel>
    </Tabs.Root>
  );
}

function SendTest({ id, operator }: { id: string; operator: string | null }) {
  const [to, setTo] = useState(operator ?? "");
  const action = useAction(() => api.wave.test.$post({ json: { id, to } }));
  return (
    <form
      noValidate
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        action.mutate();
      }}
    >
      <div className="flex flex-wrap items-end gap-3">
        <label className={`${fieldClass.stack} min-w-48 flex-1`}>
          <span className={fieldClass.label}>{words.test}</span>
          <input
            type="email"
            autoComplete="email"
            className={fieldClass.input}
            value={to}
            onChange={({ target }) => setTo(target.value)}
          />
        </label>
        <button type="submit" className={secondaryButton} disabled={action.isPending}>
          {words.sendTest}
        </button>
      </div>
      <ActionResult of={action} />
    </form>
  );
}
