import { deskCopy } from "../copy/desk.ts";

/** Figures in columns, each row with its name; scrolls in itself where it is wider than the screen. */
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached with the keyboard
    <section className="scroll" tabIndex={0} aria-label={title}>
      <table className="grid-table">
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
              <th scope="row">{name}</th>
              {figures.map((figure, place) => (
                <td key={columns[place + 1]} className="figure">
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
