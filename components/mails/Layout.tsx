import { Body } from "@react-email/body";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { Preview } from "@react-email/preview";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import type { ReactNode } from "react";
import { language } from "../copy/en/language.ts";
import { mails } from "../copy/en/mails.ts";
import { Band } from "./Band.tsx";
import { BrandMark } from "./BrandMark.tsx";
import { colors, columnWidth, css, light, outlookCss, sans } from "./look.ts";
import { prose } from "./prose.ts";

interface LayoutProps {
  subject: string;
  preheader: string;
  /** Address of the site. */
  site: string;
  /** Name and postal address of the sender; may be empty. */
  imprint: string;
  /** Why this mail came. */
  reason: string;
  /** Unsubscribe link, for mails to the list. */
  unsubscribe?: string | undefined;
  /** Above the waterline. */
  children: ReactNode;
  /** The waterline and what is below it. */
  waterline: ReactNode;
}

const small = { margin: "0 0 6px", fontSize: 13, lineHeight: "20px" };

// Outlook up to 2016 ignores `max-width`: there the column would be as wide as the window.
const openColumn = `<table align="center" role="presentation" border="0" cellpadding="0" cellspacing="0" style="width:${columnWidth}px"><tr><td>`;
const closeColumn = "</td></tr></table>";

/**
 * HTML that only Outlook for Windows reads, which renders mails with Word's engine; it need not be balanced. React writes no comments, so
 * this is a template element until `npm run mails` makes it one.
 */
function ForOutlook({ html }: { html: string }) {
  return <template dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The layout of every mail: one column of 600 px, with a waterline and milestones on it. */
export function Layout(props: LayoutProps) {
  const { className, style } = colors("muted");
  return (
    <Html lang={language.code}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <title>{props.subject}</title>
        <style>{css}</style>
        <ForOutlook html={`<style>${outlookCss}</style>`} />
      </Head>
      <Body style={{ margin: 0, padding: 0, fontFamily: sans, wordBreak: "break-word" }}>
        <Preview>{props.preheader}</Preview>
        <Section lang={language.code} className="in-paper" style={{ backgroundColor: light.paper }}>
          <ForOutlook html={openColumn} />
          <Container style={{ maxWidth: columnWidth }}>
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
              {props.unsubscribe && (
                <Text className={className} style={{ ...style, ...small }}>
                  <Link href={props.unsubscribe} className={`alone ${prose.a.className}`} style={prose.a.style}>
                    {mails.unsubscribe}
                  </Link>
                </Text>
              )}
              <Text className={className} style={{ ...style, ...small }}>
                {props.imprint}
              </Text>
            </Band>
          </Container>
          <ForOutlook html={closeColumn} />
        </Section>
      </Body>
    </Html>
  );
}
