import { Link } from "@react-email/link";
import { mails } from "../copy/mails.ts";
import { colors, display, layoutTable, light, nothing } from "./look.ts";

const cell = { fontSize: 1, lineHeight: "1px" };

/** The page's boat without an image: two sails and a hull, each a table cell with a rounded corner. */
function Boat() {
  return (
    <table {...layoutTable} width="34" style={{ width: 34 }}>
      <tbody>
        <tr>
          <td
            width="14"
            height="20"
            className="in-sea"
            style={{ ...cell, backgroundColor: light.sea, borderRadius: "14px 0 0 0" }}
          >
            {nothing}
          </td>
          <td width="2" style={cell}>
            {nothing}
          </td>
          <td
            width="18"
            height="20"
            className="in-ink"
            style={{ ...cell, backgroundColor: light.ink, borderRadius: "2px 12px 0 0" }}
          >
            {nothing}
          </td>
        </tr>
        <tr>
          <td colSpan={3} height="2" style={cell}>
            {nothing}
          </td>
        </tr>
        <tr>
          <td colSpan={3} height="9" style={{ ...cell, backgroundColor: light.gold, borderRadius: "1px 1px 9px 9px" }}>
            {nothing}
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
