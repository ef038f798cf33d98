import { Body } from "@react-email/body";
import { Head } from "@react-email/head";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { Preview } from "@react-email/preview";
import { Text } from "@react-email/text";
import type { ReactNode } from "react";
import { mails } from "../copy/mails.ts";
import { Band } from "./Band.tsx";
import { BrandMark } from "./BrandMark.tsx";
import { colors, columnWidth, css, layoutTable, light, nothing, outlookCss, sans } from "./look.ts";
import { prose } from "./prose.ts";

interface LayoutProps {
  subject: string;
  preheader: string;
  /** Address of the site. */
  site: string;
  /** Name and postal address of the sender; may be empty. */
  imprint: string;
  /** The sentence that says why this mail came. */
  reason: string;
  /** Unsubscribe link, for mails to the list, which also lead to the person's place. */
  unsubscribe?: string | undefined;
  place?: string | undefined;
  /** Content above the waterline. */
  children: ReactNode;
  /** The waterline and what is below it. */
  waterline: ReactNode;
}

const small = { margin: "0 0 6px", fontSize: 13, lineHeight: "20px" };

/** A margin of the column. */
const Side = () => <td style={{ fontSize: 0, lineHeight: 0 }}>{nothing}</td>;

/**
 * The layout of every mail: one column of 600 px, with a waterline and milestones on it. The column is a cell between two margins, which
 * narrows with the window: Outlook up to 2016 ignores `max-width`, and GoTrue's templates lose every comment for Outlook.
 */
export function Layout(props: LayoutProps) {
  const { className, style } = colors("muted");
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <title>{props.subject}</title>
        <style>{css}</style>
        {/* Only Outlook for Windows reads this. React writes no comments, so `npm run mails` makes the element one. */}
        <template dangerouslySetInnerHTML={{ __html: `<style>${outlookCss}</style>` }} />
      </Head>
      <Body style={{ margin: 0, padding: 0, fontFamily: sans, wordBreak: "break-word" }}>
        <Preview>{props.preheader}</Preview>
        <table {...layoutTable} width="100%" lang="en" className="in-paper" style={{ backgroundColor: light.paper }}>
          <tbody>
            <tr>
              <Side />
              <td width={columnWidth}>
                <Band padding="28px 32px 16px">
                  <BrandMark site={props.site} />
                </Band>
                <Band
                  padding="36px 32px 32px"
                  className="in-surface sheet"
                  style={{ ...colors(undefined, "surface").style, borderRadius: "16px 16px 0 0" }}
                >
                  {props.children}
                </Band>
                {props.waterline}
                <Band padding="20px 32px 32px">
                  <Text className={className} style={{ ...style, ...small }}>
                    {props.reason}
                  </Text>
                  {props.unsubscribe &&
                    [
                      [props.unsubscribe, mails.unsubscribe],
                      [props.place, mails.place],
                    ].map(([href, words]) => (
                      <Text key={words} className={className} style={{ ...style, ...small }}>
                        <Link href={href} className={`alone ${prose.a.className}`} style={prose.a.style}>
                          {words}
                        </Link>
                      </Text>
                    ))}
                  <Text className={className} style={{ ...style, ...small }}>
                    {props.imprint}
                  </Text>
                </Band>
              </td>
              <Side />
            </tr>
          </tbody>
        </table>
      </Body>
    </Html>
  );
}
