import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { mailCopy } from "../words/mail.ts";
import { secondaryButton } from "../../../components/ui/button.ts";
import { useAddress } from "./address.ts";
import { answerOf, api, type WaveRequest, type WaveSurvey } from "./api.ts";
import { useDrafts } from "./drafts.ts";
import { Preview } from "./Preview.tsx";
import { Segments } from "./Segments.tsx";
import { Sentence } from "./states.tsx";
import { noDraft, Text } from "./Text.tsx";
import { Recipients, recipientFields } from "./Recipients.tsx";

const words = mailCopy.write;

/** The typed texts as a request; fields that are blank, or do not belong to this kind of mail, are left out. */
function requestOf(what: WaveRequest["what"], texts: Readonly<Record<string, string>>): WaveRequest {
  const fields = [...recipientFields, "text", "draft", ...(what === "update" ? ["name"] : [])];
  const given = fields.flatMap((field) => (texts[field] ? [[field, texts[field]] as const] : []));
  const { most, ...request } = Object.fromEntries(given);
  return { what, ...request, ...(most && { most: Number(most) }) };
}

/**
 * Takes over the filters that the list of people hands over in the address, which then becomes that of the view
 * alone.
 */
function useHandedOver(onHanded: (filters: Record<string, string>) => void): void {
  const address = useAddress();
  const take = useEffectEvent(() => {
    const { view, status, ...filters } = Object.fromEntries(address);
    if (status === undefined && Object.keys(filters).length === 0) return;
    history.replaceState(null, "", `?view=${view}`);
    const blank = Object.fromEntries(recipientFields.map((field) => [field, ""]));
    onHanded({ ...blank, ...filters, ...(status === "unconfirmed" && { what: "confirm" }) });
  });
  useEffect(() => take(), []);
}

/** A form for a mail to the list. It shows the mail and its recipients before anybody is mailed. */
export function Write({ operator }: { operator: string | null }) {
  const { texts, keep } = useDrafts();
  const what: WaveRequest["what"] = words.whats.find(({ value }) => value === texts["what"])?.value ?? "launch";
  const survey = useMutation<WaveSurvey, Error, WaveRequest>({
    mutationFn: (request) => answerOf(api.wave.$post({ json: request })),
  });
  const change = (more: Record<string, string>) => {
    survey.reset();
    keep(more);
  };
  // What was written for the list is no word to people who are asked to confirm; it stays among the drafts.
  const turn = (to: string) =>
    change({ what: to, ...((to === "confirm") !== (what === "confirm") && texts["typed"] !== "yes" && noDraft) });
  const heading = useRef<HTMLHeadingElement>(null);
  useHandedOver(({ what: to, ...filters }) => {
    change(filters);
    if (to !== undefined) turn(to);
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  });
  return (
    <section className="panel grid gap-4">
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          survey.mutate(requestOf(what, texts));
        }}
      >
        <h2 ref={heading} tabIndex={-1} className="scroll-mt-4 text-lg">
          {words.title}
        </h2>
        <div className="grid justify-items-start gap-1.5">
          <Segments label={words.what} options={words.whats} value={what} onChange={turn} />
          <p className="text-muted">{words.about[what]}</p>
        </div>
        <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2 [&>*]:min-w-0">
          <Text key={what} what={what} texts={texts} onChange={change} onSaved={keep} />
          <div className="grid content-start gap-4">
            <Recipients texts={texts} onChange={change} />
            <button type="submit" className={`${secondaryButton} justify-self-start`} disabled={survey.isPending}>
              {survey.isPending ? words.showing : words.show}
            </button>
            <p role="status" className="font-semibold text-danger empty:hidden">
              <Sentence of={survey.error?.message ?? ""} />
            </p>
          </div>
        </div>
      </form>
      <Preview
        survey={survey.data}
        operator={operator}
        onSent={() => {
          if (survey.data?.isLast) keep(noDraft);
          survey.reset();
        }}
      />
    </section>
  );
}
