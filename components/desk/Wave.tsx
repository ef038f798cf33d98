import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { WaveRequest, WaveSurvey } from "../../server/contract/desk.ts";
import { roles } from "../../server/contract/limits.ts";
import { betaWords } from "../copy/beta.ts";
import { deskCopy } from "../copy/desk.ts";
import { secondaryButton } from "../ui/button.ts";
import { fieldClass } from "../ui/field.ts";
import { AnswerOptions } from "./AnswerOptions.tsx";
import { posted, send } from "./api.ts";
import { useDrafts } from "./drafts.ts";
import { SurveyedWave } from "./SurveyedWave.tsx";

const words = deskCopy.mail.wave;
const { anyone, source, answer } = deskCopy.people;

const field = (label: string, control: ReactNode) => (
  <label className={fieldClass.stack}>
    <span className={fieldClass.label}>{label}</span>
    {control}
  </label>
);
const hint = (id: string, text: string) => (
  <p id={id} className={`${fieldClass.hint} mt-1.5`}>
    {text}
  </p>
);

/** What the fields say. */
const textsOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/** The same as a request: blank ones are left out. */
function requestOf(form: HTMLFormElement): object {
  const given = Object.fromEntries(Object.entries(textsOf(form)).filter(([, value]) => value !== ""));
  return "most" in given ? { ...given, most: Number(given["most"]) } : given;
}

/** A form for the launch or an update, which shows whom it would mail before anybody is mailed. */
export function Wave() {
  const { texts, keep } = useDrafts();
  const what: WaveRequest["what"] = texts["what"] === "update" ? "update" : "launch";
  const survey = useMutation<WaveSurvey, Error, object>({
    mutationFn: async (request) => (await send("wave", posted(request))).json(),
  });
  return (
    <>
      <form
        className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3"
        onChange={({ currentTarget }) => {
          survey.reset();
          keep(textsOf(currentTarget));
        }}
        onSubmit={(event) => {
          event.preventDefault();
          survey.mutate(requestOf(event.currentTarget));
        }}
      >
        {field(
          words.what,
          <select name="what" className={fieldClass.select} defaultValue={what}>
            <option value="launch">{words.whats.launch}</option>
            <option value="update">{words.whats.update}</option>
          </select>,
        )}
        {what === "update" && (
          <>
            <div className="col-span-full">
              {field(
                words.text,
                <textarea
                  name="text"
                  defaultValue={texts["text"]}
                  rows={8}
                  aria-describedby="wave-text"
                  className={`${fieldClass.textarea} font-mono`}
                />,
              )}
              {hint("wave-text", words.textHint)}
            </div>
            <div className="col-span-full">
              {field(
                words.name,
                <input
                  name="name"
                  defaultValue={texts["name"]}
                  maxLength={64}
                  autoComplete="off"
                  aria-describedby="wave-name"
                  className={fieldClass.input}
                />,
              )}
              {hint("wave-name", words.nameHint)}
            </div>
          </>
        )}
        {field(
          words.most,
          <input
            name="most"
            defaultValue={texts["most"]}
            type="number"
            min={1}
            placeholder={words.everyone}
            className={fieldClass.input}
          />,
        )}
        {field(
          source,
          <input
            name="source"
            defaultValue={texts["source"]}
            maxLength={64}
            autoComplete="off"
            className={fieldClass.input}
          />,
        )}
        {field(
          answer,
          <select name="answer" defaultValue={texts["answer"]} className={fieldClass.select}>
            <option value="">{anyone}</option>
            <AnswerOptions />
          </select>,
        )}
        {field(
          words.role,
          <select name="role" defaultValue={texts["role"]} className={fieldClass.select}>
            <option value="">{anyone}</option>
            {roles.map((role) => (
              <option key={role} value={role}>
                {betaWords.roles[role]}
              </option>
            ))}
          </select>,
        )}
        {field(
          words.order,
          <select name="order" defaultValue={texts["order"]} className={fieldClass.select}>
            <option value="oldest">{words.orders.oldest}</option>
            <option value="friends">{words.orders.friends}</option>
            <option value="random">{words.orders.random}</option>
          </select>,
        )}
        <button
          type="submit"
          className={`${secondaryButton} col-span-full justify-self-start`}
          disabled={survey.isPending}
        >
          {words.show}
        </button>
      </form>
      <p role="status" className="font-semibold text-danger empty:hidden">
        {survey.error?.message}
      </p>
      <SurveyedWave survey={survey.data} onSent={survey.reset} />
    </>
  );
}
