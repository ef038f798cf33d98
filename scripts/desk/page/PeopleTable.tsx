import { createColumnHelper, tableFeatures, useTable } from "@tanstack/react-table";
import type { Ref } from "react";
import { deskCopy } from "../words/desk.ts";
import { minute } from "./format.ts";
import type { Selection } from "./selection.ts";
import { Email } from "./states.tsx";
import type { PeopleRequest, PersonLine } from "./api.ts";

const words = deskCopy.people;

// The server sorts, filters and pages the rows.
const features = tableFeatures({});
const helper = createColumnHelper<typeof features, PersonLine>();

const statusOf = ({ confirmed_at: confirmed, unsubscribed_at: unsubscribed }: PersonLine): string =>
  words.statuses[unsubscribed ? "unsubscribed" : confirmed ? "confirmed" : "unconfirmed"];

const columns = helper.columns([
  helper.accessor("email", { header: words.email }),
  helper.accessor(statusOf, { id: "status", header: words.status }),
  helper.accessor("created_at", { header: words.joined, cell: (cell) => minute(cell.getValue()) }),
  helper.accessor("source", { header: words.source }),
  helper.accessor(({ tags }) => tags.join(", "), { id: "tags", header: words.tags }),
  helper.accessor("friends", { header: words.friends, cell: (cell) => cell.getValue() || "" }),
]);

/** Share of the width that each column has. */
const looks: Record<string, string> = {
  email: "w-2/5 max-lg:w-1/3",
  status: "w-32 max-lg:w-26",
  created_at: "w-40 max-lg:w-34",
  friends: "figure w-24 max-lg:w-17",
};

/** The order that pressing a column's head asks for. */
const nextOrder: Record<string, (now: PeopleRequest["order"]) => PeopleRequest["order"]> = {
  email: () => "email",
  created_at: (now) => (now === "newest" ? "oldest" : "newest"),
  friends: () => "friends",
};

const sorts: Record<PeopleRequest["order"], { column: string; direction: "ascending" | "descending" }> = {
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
  const table = useTable({ features, columns, data: people, getRowId: ({ id }) => id });
  const sort = sorts[request.order];
  const isEveryone = people.length > 0 && people.every(({ id }) => selection.ids.has(id));
  return (
    <table className="grid-table cards people" aria-label={deskCopy.views.people}>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => {
              const { id } = header.column;
              const order = nextOrder[id]?.(request.order);
              return (
                <th
                  key={id}
                  scope="col"
                  className={looks[id]}
                  aria-sort={sort.column === id ? sort.direction : undefined}
                >
                  {id === "email" && (
                    <input
                      type="checkbox"
                      aria-label={words.selectShown}
                      checked={isEveryone}
                      onChange={() => (isEveryone ? selection.clear() : selection.selectShown())}
                    />
                  )}
                  {order ? (
                    <button
                      type="button"
                      className="min-h-8 cursor-pointer font-semibold underline-offset-4 hover:underline"
                      onClick={() => onChange({ order })}
                    >
                      <table.FlexRender header={header} />
                      {sort.column === id && (
                        <span aria-hidden="true">{sort.direction === "ascending" ? " ↑" : " ↓"}</span>
                      )}
                    </button>
                  ) : (
                    <table.FlexRender header={header} />
                  )}
                </th>
              );
            })}
          </tr>
        ))}
      </thead>
      <tbody ref={listRef}>
        {table.getRowModel().rows.map((row) => {
          const { id, email } = row.original;
          return (
            <tr key={id} data-id={id} data-selected={selection.ids.has(id) ? "" : undefined}>
              {row.getAllCells().map((cell) => {
                const shown = <table.FlexRender cell={cell} />;
                return cell.column.id === "email" ? (
                  <td key={cell.id}>
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
                  <td
                    key={cell.id}
                    className={cell.column.id === "friends" ? "figure" : undefined}
                    data-label={cell.column.columnDef.header}
                  >
                    {shown}
                  </td>
                );
              })}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
