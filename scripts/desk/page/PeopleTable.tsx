import type { Ref } from "react";
import { deskCopy } from "../words/desk.ts";
import { minute } from "./format.ts";
import type { Selection } from "./selection.ts";
import { Email } from "./states.tsx";
import type { PeopleRequest, PersonLine } from "./api.ts";

const words = deskCopy.people;

const statusOf = ({ confirmed_at: confirmed, unsubscribed_at: unsubscribed }: PersonLine): string =>
  words.statuses[unsubscribed ? "unsubscribed" : confirmed ? "confirmed" : "unconfirmed"];

type Order = PeopleRequest["order"];

interface Column {
  id: string;
  name: string;
  /** The share of the width, and how the cells look. */
  look?: string;
  cellLook?: string;
  /** The order that pressing the column's head asks for. */
  next?: (now: Order) => Order;
  /** The text of a cell. The column of addresses has none, as its cells have a box and a button. */
  show?: (person: PersonLine) => string | number | null;
}

const columns: readonly Column[] = [
  { id: "email", name: words.email, look: "w-2/5 max-lg:w-1/3", next: () => "email" },
  { id: "status", name: words.status, look: "w-32 max-lg:w-26", show: statusOf },
  {
    id: "created_at",
    name: words.joined,
    look: "w-40 max-lg:w-34",
    next: (now) => (now === "newest" ? "oldest" : "newest"),
    show: (person) => minute(person.created_at),
  },
  { id: "source", name: words.source, show: ({ source }) => source },
  { id: "tags", name: words.tags, show: ({ tags }) => tags.join(", ") },
  {
    id: "friends",
    name: words.friends,
    look: "figure w-24 max-lg:w-17",
    cellLook: "figure",
    next: () => "friends",
    show: ({ friends }) => friends || "",
  },
];

const sorts: Record<Order, { column: string; direction: "ascending" | "descending" }> = {
  newest: { column: "created_at", direction: "descending" },
  oldest: { column: "created_at", direction: "ascending" },
  email: { column: "email", direction: "ascending" },
  friends: { column: "friends", direction: "descending" },
};

/** The list of people, each with a box to select them by. Pressing an address opens the person. */
export function PeopleTable(props: {
  people: PersonLine[];
  request: PeopleRequest;
  selection: Selection;
  listRef: Ref<HTMLTableSectionElement>;
  onChange: (changes: Record<string, string>) => void;
}) {
  const { people, request, selection, listRef, onChange } = props;
  const sort = sorts[request.order];
  const isEveryone = people.length > 0 && people.every(({ id }) => selection.ids.has(id));
  return (
    <table className="grid-table cards people" aria-label={deskCopy.views.people}>
      <thead>
        <tr>
          {columns.map(({ id, name, look, next }) => (
            <th key={id} scope="col" className={look} aria-sort={sort.column === id ? sort.direction : undefined}>
              {id === "email" && (
                <input
                  type="checkbox"
                  aria-label={words.selectShown}
                  checked={isEveryone}
                  onChange={() => (isEveryone ? selection.clear() : selection.selectShown())}
                />
              )}
              {next ? (
                <button
                  type="button"
                  className="min-h-8 cursor-pointer font-semibold underline-offset-4 hover:underline"
                  onClick={() => onChange({ order: next(request.order) })}
                >
                  {name}
                  {sort.column === id && <span aria-hidden="true">{sort.direction === "ascending" ? " ↑" : " ↓"}</span>}
                </button>
              ) : (
                name
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={listRef}>
        {people.map((person) => {
          const { id, email } = person;
          return (
            <tr key={id} data-id={id} data-selected={selection.ids.has(id) ? "" : undefined}>
              {columns.map(({ id: column, name, cellLook, show }) =>
                show === undefined ? (
                  <td key={column}>
                    <input
                      type="checkbox"
                      aria-label={words.select(email)}
                      checked={selection.ids.has(id)}
                      onChange={({ nativeEvent }) =>
                        selection.toggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
                      }
                    />
                    <button type="button" className="person" title={email} onClick={() => onChange({ person: id })}>
                      <Email of={email} />
                    </button>
                  </td>
                ) : (
                  <td key={column} className={cellLook} data-label={name}>
                    {show(person)}
                  </td>
                ),
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
