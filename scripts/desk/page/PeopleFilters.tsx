import { Fragment, type ReactNode, type Ref, useState } from "react";
import { deskFilterNames } from "../../../server/contract/peopleFilter.ts";
import { deskCopy } from "../words/desk.ts";
import { controls, isDay, today } from "./filterControls.tsx";
import { count } from "./format.ts";
import { peopleOrders, subscriberStatuses } from "../words/choices.ts";
import type { PeopleGroups, PeopleRequest } from "./api.ts";

const words = deskCopy.people;

/** The filters of the list of people in one line. Each is a chip that says what it filters by. */
export function PeopleFilters(props: {
  request: PeopleRequest;
  groups: PeopleGroups | undefined;
  typed: string;
  searchRef: Ref<HTMLInputElement>;
  onType: (text: string) => void;
  /** This moves the focus from the search to the people that were found. */
  onEnter: () => void;
  onChange: (changes: Record<string, string>) => void;
}) {
  const { request, groups, typed, searchRef, onType, onEnter, onChange } = props;
  // While what is typed is no day that has begun, the list stays as it is.
  const [isDayWrong, setIsDayWrong] = useState(false);
  const chip = (
    name: (typeof deskFilterNames)[number] | "status",
    label: string,
    options: ReactNode,
    { value = request[name] ?? "", more }: { value?: string; more?: ReactNode } = {},
  ) => (
    <span className="chip" data-on={value === "" ? undefined : ""}>
      <select aria-label={label} value={value} onChange={({ target }) => onChange({ [name]: target.value })}>
        <option value="">{label}</option>
        {options}
      </select>
      {more}
      {value !== "" && (
        <button type="button" aria-label={words.without(label)} onClick={() => onChange({ [name]: "" })}>
          <span aria-hidden="true">×</span>
        </button>
      )}
    </span>
  );
  const grouped = (value: string | undefined, of: PeopleGroups["tags"] = []) => (
    <>
      {value !== undefined && of.every((one) => one.name !== value) && <option value={value}>{value}</option>}
      {of.map((one) => (
        <option key={one.name} value={one.name}>
          {words.group(one.name, count(one.count))}
        </option>
      ))}
    </>
  );
  const times = (label: string) =>
    chip(
      "since",
      label,
      <>
        {Object.entries(words.sinces).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
        <option value={today()}>{words.sinceDay}</option>
      </>,
      isDay(request.since)
        ? {
            value: today(),
            more: (
              <input
                type="date"
                key={request.since}
                aria-label={words.sinceDay}
                aria-invalid={isDayWrong || undefined}
                aria-describedby="day-problem"
                defaultValue={request.since}
                max={today()}
                onChange={({ target: { value } }) => {
                  const isPossible = value !== "" && value <= today();
                  setIsDayWrong(!isPossible);
                  if (isPossible) onChange({ since: value });
                }}
              />
            ),
          }
        : {},
    );
  return (
    <search className="mb-3 flex flex-wrap items-center gap-2" aria-label={words.filters}>
      <input
        type="search"
        ref={searchRef}
        aria-label={words.search}
        placeholder={words.searchHint}
        className="chip-input"
        value={typed}
        maxLength={254}
        autoComplete="off"
        onChange={({ target }) => onType(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // Enter would also press the element that has the focus then.
          event.preventDefault();
          onEnter();
        }}
      />
      <div className="chips">
        {" "}
        {chip(
          "status",
          words.status,
          subscriberStatuses.map((one) => (
            <option key={one} value={one}>
              {words.statuses[one]}
            </option>
          )),
        )}
        {deskFilterNames.map((name) => {
          const control = controls[name];
          return (
            <Fragment key={name}>
              {control.kind === "time"
                ? times(control.label)
                : chip(
                    name,
                    control.label,
                    control.kind === "group" ? grouped(request[name], groups?.[control.of]) : control.options,
                  )}
            </Fragment>
          );
        })}
        <span className="chip sm:hidden">
          <select
            aria-label={words.order}
            value={request.order}
            onChange={({ target }) => onChange({ order: target.value })}
          >
            {peopleOrders.map((one) => (
              <option key={one} value={one}>
                {words.orders[one]}
              </option>
            ))}
          </select>
        </span>
      </div>{" "}
      <p id="day-problem" role="status" className="basis-full font-semibold text-danger empty:hidden">
        {isDayWrong && isDay(request.since) && words.dayProblem}
      </p>
    </search>
  );
}
