import { Link } from "@react-email/link";
import type { CSSProperties } from "react";
import { mails } from "../copy/mails.ts";
import { colors, display, layoutTable, light, nothing } from "./look.ts";

const still = { fontSize: 0, lineHeight: 0 };
/** Outlook for Windows knows neither triangles nor rounded corners: there the brand is its name alone. */
const unseenByWord: CSSProperties & { msoHide: "all" } = { msoHide: "all" };

/** A piece of the jib: a block whose left edge leans, by so many px. */
const jibPiece = (lean: number, width: number, height: number): CSSProperties => ({
  ...still,
  width,
  height: 0,
  marginLeft: "auto",
  borderLeft: `${lean}px solid transparent`,
  borderBottom: `${height}px solid ${light.sea}`,
});

/**
 * The site's boat (components/landing/Brand.tsx) without an image, as a mail loads nothing from anywhere: its jib in two pieces, as it is
 * hollow, mainsail and hull.
 */
function Boat() {
  return (
    <table {...layoutTable} width="30" style={{ ...unseenByWord, width: 30 }}>
      <tbody>
        <tr>
          <td width="13" valign="bottom" style={{ ...still, width: 13 }}>
            <div className="jib" style={jibPiece(4, 0, 11)}>
              {nothing}
            </div>
            <div className="jib" style={jibPiece(7, 4, 7)}>
              {nothing}
            </div>
          </td>
          <td width="15" valign="bottom" style={{ ...still, width: 15, paddingLeft: 2 }}>
            <div
              className="in-ink"
              style={{ ...still, width: 11, height: 18, backgroundColor: light.ink, borderRadius: "1px 2px 2px 1px" }}
            >
              {nothing}
            </div>
          </td>
        </tr>
        <tr>
          <td colSpan={2} style={{ ...still, paddingTop: 2 }}>
            <div style={{ ...still, height: 8, backgroundColor: light.gold, borderRadius: "0 0 9px 9px" }}>
              {nothing}
            </div>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** The brand, with a link to the site. */
export function BrandMark({ site }: { site: string }) {
  return (
    <table {...layoutTable} data-skip-in-text>
      <tbody>
        <tr>
          <td aria-hidden="true">
            <Boat />
          </td>
          <td style={{ paddingLeft: 12 }}>
            <Link
              href={`${site}/`}
              className="on-ink display"
              style={{
                ...colors("ink").style,
                textDecoration: "none",
                fontFamily: display,
                fontSize: 24,
                fontWeight: 600,
                lineHeight: "32px",
              }}
            >
              {mails.sender}
            </Link>
          </td>
        </tr>
      </tbody>
    </table>
  );
}
