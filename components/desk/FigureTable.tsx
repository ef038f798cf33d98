import { deskCopy } from "../copy/desk.ts";
import { Email } from "./states.tsx";

/** Figures in columns, each row with its name; cards on a phone. */
export function FigureTable({
  title,
  columns,
  rows,
}: {
  title: string;
  /** What the name of a row is called, then each column. */
  columns: readonly string[];
  rows: readonly { name: string; figures: readonly string[] }[];
}) {
  if (rows.length === 0) return <p className="text-muted">{deskCopy.none}</p>;
  return (
    <table className="grid-table cards" aria-label={title}>
      <thead>
        <tr>
          {columns.map((column, place) => (
            <th key={column} scope="col" className={place === 0 ? undefined : "figure"}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, figures }) => (
          <tr key={name}>
            <th scope="row">{name.includes("@") ? <Email of={name} /> : name}</th>
            {figures.map((figure, place) => (
              <td key={columns[place + 1]} className="figure" data-label={columns[place + 1]}>
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
