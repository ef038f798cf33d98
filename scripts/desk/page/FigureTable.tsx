import { deskCopy } from "../words/desk.ts";
import { Email } from "./states.tsx";

/** A column of figures. Phones do not show those that are `wide`. */
interface FigureColumn {
  name: string;
  wide?: true;
}

/** Figures in columns; each row has a name. */
export function FigureTable({
  title,
  columns,
  rows,
}: {
  title: string;
  /** The heading of the names, then that of each column. */
  columns: readonly FigureColumn[];
  /** `at`: a time that follows the name. */
  rows: readonly { name: string; at?: string; figures: readonly string[] }[];
}) {
  if (rows.length === 0) return <p className="text-muted">{deskCopy.none}</p>;
  const classOf = (place: number) =>
    [place > 0 && "figure", columns[place]?.wide && "max-sm:hidden"].filter(Boolean).join(" ");
  return (
    <table className="grid-table" aria-label={title}>
      <thead>
        <tr>
          {columns.map(({ name }, place) => (
            <th key={name} scope="col" className={classOf(place)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, at, figures }) => (
          <tr key={`${name} ${at}`}>
            <th scope="row" className="wrap-anywhere whitespace-normal!">
              {name.includes("@") ? <Email of={name} /> : name}{" "}
              {at !== undefined && <span className="whitespace-nowrap text-muted">{at}</span>}
            </th>
            {figures.map((figure, place) => (
              <td key={columns[place + 1]?.name} className={classOf(place + 1)}>
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
