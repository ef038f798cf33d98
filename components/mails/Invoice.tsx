import { example } from "../invoice/example.ts";
import { colors, display, layoutTable, light } from "./look.ts";

const line = { fontSize: 14, lineHeight: "20px", padding: "8px 0" };
const rule = `1px solid ${light.rule}`;
const ink = colors("ink");
const muted = colors("muted");

const cents = (euros: string): string => `${euros}.00`;

/** The page's example invoice, labelled as an example. The text form of a mail omits it. */
export function Invoice() {
  const { title, client, work, net, vatName, vat, total, paidNote } = example.invoice;
  const rows = [
    { item: work, amount: net },
    { item: vatName, amount: vat },
  ];
  return (
    <table {...layoutTable} width="100%" data-skip-in-text style={{ maxWidth: 380, margin: "8px 0 28px" }}>
      <tbody>
        <tr>
          <td
            className="in-paper edge"
            style={{
              backgroundColor: light.paper,
              border: rule,
              borderRadius: "8px 32px 8px 8px",
              padding: "16px 20px",
            }}
          >
            <table {...layoutTable} width="100%">
              <tbody>
                <tr>
                  <td
                    colSpan={2}
                    className={`display ${ink.className}`}
                    style={{ ...ink.style, fontFamily: display, fontSize: 18, lineHeight: "24px", fontWeight: 600 }}
                  >
                    {title}
                  </td>
                </tr>
                <tr>
                  <td colSpan={2} className={muted.className} style={{ ...muted.style, ...line, paddingTop: 0 }}>
                    {client}
                  </td>
                </tr>
                {rows.map(({ item, amount }) => (
                  <tr key={item}>
                    <td className={`edge ${ink.className}`} style={{ ...ink.style, ...line, borderTop: rule }}>
                      {item}
                    </td>
                    <td
                      align="right"
                      className={`edge ${ink.className}`}
                      style={{ ...ink.style, ...line, borderTop: rule, whiteSpace: "nowrap" }}
                    >
                      {cents(amount)}
                    </td>
                  </tr>
                ))}
                <tr>
                  <td style={{ ...line, paddingBottom: 0, borderTop: `2px solid ${light.gold}` }}>
                    <span
                      className="in-gold"
                      style={{
                        backgroundColor: light.gold,
                        color: light.ink,
                        borderRadius: 12,
                        padding: "3px 12px",
                        fontSize: 13,
                        fontWeight: 600,
                      }}
                    >
                      {paidNote}
                    </span>
                  </td>
                  <td
                    align="right"
                    className={ink.className}
                    style={{
                      ...ink.style,
                      ...line,
                      paddingBottom: 0,
                      borderTop: `2px solid ${light.gold}`,
                      fontSize: 18,
                      fontWeight: 600,
                      whiteSpace: "nowrap",
                    }}
                  >
                    {cents(total)}
                  </td>
                </tr>
              </tbody>
            </table>
          </td>
        </tr>
        <tr>
          <td className={muted.className} style={{ ...muted.style, fontSize: 13, lineHeight: "20px", paddingTop: 6 }}>
            {example.caption}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
