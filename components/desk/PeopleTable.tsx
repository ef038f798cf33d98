import { createColumnHelper, tableFeatures, useTable } from "@tanstack/react-table";
import type { PeopleRequest, PersonLine } from "../../server/contract/desk.ts";
import { deskCopy } from "../copy/desk.ts";
import { minute } from "./format.ts";

const words = deskCopy.people;

// Sorted, filtered and paged by the server.
const features = tableFeatures({});
const helper = createColumnHelper<typeof features, PersonLine>();

const statusOf = ({ confirmed_at: confirmed, unsubscribed_at: unsubscribed }: PersonLine): string =>
  words.statuses[unsubscribed ? "unsubscribed" : confirmed ? "confirmed" : "unconfirmed"];

const columns = helper.columns([
  helper.accessor("email", { header: words.email }),
  helper.accessor(statusOf, { id: "status", header: words.status }),
  helper.accessor("created_at", { header: words.joined, cell: (cell) => minute(cell.getValue()) }),
  helper.accessor("source", { header: words.source }),
  helper.accessor("friends", { header: words.friends }),
]);

/** The look of columns, some of which a narrow screen leaves out. */
const looks: Record<string, string> = {
  email: "wrap-anywhere",
  status: "whitespace-nowrap",
  created_at: "max-sm:hidden",
  source: "max-sm:hidden",
  friends: "figure max-sm:hidden",
};

/** What pressing a column's head asks for. */
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

/** The list of people; an address opens the person. */
export function PeopleTable(props: {
  people: PersonLine[];
  request: PeopleRequest;
  onChange: (changes: Record<string, string>) => void;
}) {
  const { people, request, onChange } = props;
  const table = useTable({ features, columns, data: people, getRowId: ({ id }) => id });
  const sort = sorts[request.order];
  return (
    <table className="grid-table">
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
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id}>
            {row.getAllCells().map((cell) => (
              <td key={cell.id} className={looks[cell.column.id]}>
                {cell.column.id === "email" ? (
                  <button
                    type="button"
                    className="min-h-6 cursor-pointer text-start font-semibold text-sea underline underline-offset-4"
                    onClick={() => onChange({ person: row.id })}
                  >
                    {row.original.email}
                  </button>
                ) : (
                  <table.FlexRender cell={cell} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
