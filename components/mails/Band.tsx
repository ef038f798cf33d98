import type { CSSProperties, ReactNode } from "react";
import { layoutTable } from "./look.ts";

interface BandProps {
  /** Padding around the content; a phone has less at the sides. */
  padding: string;
  className?: string;
  style?: CSSProperties;
  children: ReactNode;
}

/** A part of the column, from edge to edge. Its padding is the cell's, as Outlook for Windows ignores that of a table. */
export function Band({ padding, children, ...rest }: BandProps) {
  return (
    <table align="center" width="100%" {...layoutTable} {...rest}>
      <tbody>
        <tr>
          <td className="inset" style={{ padding }}>
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
