import type { ReactNode } from "react";
import { type PeopleRequest, peopleOrders, referralSides, subscriberStatuses } from "../../server/contract/desk.ts";
import { deskCopy } from "../copy/desk.ts";
import { fieldClass } from "../ui/field.ts";
import { AnswerOptions } from "./AnswerOptions.tsx";

const words = deskCopy.people;

/** The filters of the list of people, and its order. */
export function PeopleFilters(props: {
  request: PeopleRequest;
  typed: string;
  onType: (text: string) => void;
  onChange: (changes: Record<string, string>) => void;
}) {
  const { request, typed, onType, onChange } = props;
  const select = (name: "status" | "answer" | "referral" | "order", label: string, options: ReactNode) => (
    <label className={fieldClass.stack}>
      <span className={fieldClass.label}>{label}</span>
      <select
        className={fieldClass.select}
        value={request[name] ?? ""}
        onChange={({ target }) => onChange({ [name]: target.value })}
      >
        {name !== "order" && <option value="">{words.anyone}</option>}
        {options}
      </select>
    </label>
  );
  return (
    <search className="panel mb-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3" aria-label={words.filters}>
      <label className={fieldClass.stack}>
        <span className={fieldClass.label}>{words.search}</span>
        <input
          type="search"
          className={fieldClass.input}
          value={typed}
          maxLength={254}
          autoComplete="off"
          onChange={({ target }) => onType(target.value)}
        />
      </label>
      {select(
        "status",
        words.status,
        subscriberStatuses.map((one) => (
          <option key={one} value={one}>
            {words.statuses[one]}
          </option>
        )),
      )}
      <label className={fieldClass.stack}>
        <span className={fieldClass.label}>{words.source}</span>
        <input
          type="text"
          key={request.source ?? ""}
          className={fieldClass.input}
          defaultValue={request.source}
          maxLength={64}
          autoComplete="off"
          onBlur={({ target }) => target.value !== (request.source ?? "") && onChange({ source: target.value })}
          onKeyDown={({ key, currentTarget }) => key === "Enter" && onChange({ source: currentTarget.value })}
        />
      </label>
      {select("answer", words.answer, <AnswerOptions />)}
      {select(
        "referral",
        words.referral,
        referralSides.map((one) => (
          <option key={one} value={one}>
            {words.referralSides[one]}
          </option>
        )),
      )}
      {select(
        "order",
        words.order,
        peopleOrders.map((one) => (
          <option key={one} value={one}>
            {words.orders[one]}
          </option>
        )),
      )}
    </search>
  );
}
