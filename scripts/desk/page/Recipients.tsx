import { Fragment, type ReactNode } from "react";
import { deskFilterNames } from "../../../server/contract/peopleFilter.ts";
import { roles } from "../../../server/contract/limits.ts";
import { betaWords } from "../../../components/copy/beta.ts";
import { deskCopy } from "../words/desk.ts";
import { mailCopy } from "../words/mail.ts";
import { fieldClass } from "../../../components/ui/field.ts";
import { api, useDesk, type PeopleGroups } from "./api.ts";
import { controls, today } from "./filterControls.tsx";

const words = mailCopy.write;

/** The filters of a wave, its order, its size and its time. */
export const recipientFields = [...deskFilterNames, "role", "order", "most", "at"] as const;

/** What needs more than a column of a phone. */
const wide = "col-span-full";

type Field = (typeof recipientFields)[number];

/** The fields that choose which of the people due for a mail get it, in which order and how many. */
export function Recipients(props: {
  texts: Readonly<Record<string, string>>;
  onChange: (more: Record<string, string>) => void;
}) {
  const { texts, onChange } = props;
  const field = (label: string, control: ReactNode, look = "") => (
    <label className={`${fieldClass.stack} ${look}`}>
      <span className={fieldClass.label}>{label}</span>
      {control}
    </label>
  );
  const control = (name: Field) => ({
    name,
    value: texts[name] ?? "",
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  const groups = useDesk(["groups"], () => api.groups.$get()).data;
  const input = (name: Field, label: string, known: PeopleGroups["tags"] = []) => (
    <div>
      {field(
        label,
        <input
          {...control(name)}
          maxLength={64}
          autoComplete="off"
          list={`all-${name}`}
          className={fieldClass.input}
        />,
      )}
      <datalist id={`all-${name}`}>
        {known.map((one) => (
          <option key={one.name}>{one.name}</option>
        ))}
      </datalist>
    </div>
  );
  const select = (name: Field, label: string, options: ReactNode, look?: string) =>
    field(
      label,
      <select {...control(name)} className={fieldClass.select}>
        <option value="">{name === "order" ? words.usualOrder : words.anyone}</option>
        {options}
      </select>,
      look,
    );
  const since = texts["since"] ?? "";
  const isDay = !(since === "" || since in deskCopy.people.sinces);
  const times = (label: string) => (
    <>
      {field(
        label,
        <select
          className={fieldClass.select}
          value={isDay ? "day" : since}
          onChange={({ target }) => onChange({ since: target.value === "day" ? today() : target.value })}
        >
          <option value="">{words.anyTime}</option>
          {Object.entries(deskCopy.people.sinces).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
          <option value="day">{deskCopy.people.sinceDay}</option>
        </select>,
      )}
      {isDay &&
        field(words.day, <input {...control("since")} type="date" max={today()} className={fieldClass.input} />, wide)}
    </>
  );
  return (
    <fieldset className="grid gap-x-4 gap-y-3 grid-cols-2 [&>*]:min-w-0">
      <legend className="mb-3 font-display text-base font-semibold">{words.recipients}</legend>
      {deskFilterNames.map((name) => {
        const { label, ...how } = controls[name];
        return (
          <Fragment key={name}>
            {how.kind === "time"
              ? times(label)
              : how.kind === "group"
                ? input(name, label, groups?.[how.of])
                : select(name, label, how.options)}
          </Fragment>
        );
      })}
      {select(
        "role",
        words.role,
        roles.map((role) => (
          <option key={role} value={role}>
            {betaWords.roles[role]}
          </option>
        )),
      )}
      {field(
        words.most,
        <input {...control("most")} type="number" min={1} placeholder={words.everyone} className={fieldClass.input} />,
      )}
      {select(
        "order",
        words.order,
        Object.entries(words.orders).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        )),
        wide,
      )}
      {field(words.at, <input {...control("at")} type="datetime-local" className={fieldClass.input} />, wide)}
    </fieldset>
  );
}
