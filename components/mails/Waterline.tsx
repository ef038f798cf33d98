import type { Milestone } from "../copy/mails.ts";
import { colors, layoutTable, light, nothing } from "./look.ts";

const halfway = `linear-gradient(${light.surface} 50%,${light.deep} 50%)`;
const thin = { height: 6, fontSize: 1, lineHeight: "1px" };

/** A segment of the waterline, which begins with a node if it marks a milestone. */
function Stretch({ node }: { node?: "now" | "ahead" | "declined" }) {
  const color = node === "declined" ? "edge" : "gold";
  return (
    <table {...layoutTable} width="100%" data-skip-in-text>
      <tbody>
        <tr>
          {node && (
            <td rowSpan={2} width="14" className="half" style={{ width: 14, backgroundImage: halfway }}>
              <div
                className={node === "ahead" ? "in-deep" : `in-${color}`}
                style={{
                  width: 10,
                  height: 10,
                  border: `2px solid ${light[color]}`,
                  borderRadius: 7,
                  backgroundColor: node === "ahead" ? light.deep : light[color],
                  fontSize: 1,
                  lineHeight: "10px",
                }}
              >
                {nothing}
              </div>
            </td>
          )}
          <td
            className="in-surface"
            style={{ ...thin, backgroundColor: light.surface, borderBottom: `2px solid ${light.gold}` }}
          >
            {nothing}
          </td>
        </tr>
        <tr>
          <td className="in-deep" style={{ ...thin, backgroundColor: light.deep }}>
            {nothing}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

const label = { ...colors("mist").style, margin: 0, fontSize: 13, lineHeight: "18px" };

/** The waterline, with milestones as gold nodes. */
export function Waterline({ milestones }: { milestones: readonly Milestone[] }) {
  const share = `${Math.floor(100 / Math.max(1, milestones.length))}%`;
  return (
    <table
      {...layoutTable}
      width="100%"
      data-skip-in-text={milestones.length === 0 || undefined}
      className="in-deep sheet"
      style={{ ...colors(undefined, "deep").style, tableLayout: "fixed", borderRadius: "0 0 16px 16px" }}
    >
      <tbody>
        <tr>
          <td className="side" width="32" style={{ width: 32 }}>
            <Stretch />
          </td>
          {milestones.length === 0 && (
            <td>
              <Stretch />
            </td>
          )}
          {milestones.map(({ when, ahead, declined }) => (
            <td key={when} width={share}>
              <Stretch node={ahead ? "ahead" : declined ? "declined" : "now"} />
            </td>
          ))}
        </tr>
        <tr>
          <td className="side" width="32" style={{ width: 32, height: 20 }} data-skip-in-text>
            {nothing}
          </td>
          {milestones.map(({ when, what }) => (
            <td key={when} valign="top" style={{ padding: "6px 12px 22px 0" }}>
              <p className="milestone on-mist" style={label}>
                <strong className="on-foam" style={colors("foam").style}>
                  {when}
                </strong>
                <br />
                {what}
              </p>
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}
