import { Heading } from "@react-email/heading";
import { Link } from "@react-email/link";
import { Text } from "@react-email/text";
import type { ReactNode } from "react";
import { type MailCopy, mails } from "../copy/mails.ts";
import { Action } from "./Action.tsx";
import { Layout } from "./Layout.tsx";
import { colors } from "./look.ts";
import { prose } from "./prose.ts";
import { Waterline } from "./Waterline.tsx";

interface MailProps {
  copy: MailCopy;
  site: string;
  imprint: string;
  /** Link of the button, if the copy has an `action`. */
  link?: string;
  /** Second link, if the copy has `later`. */
  laterLink?: string;
  unsubscribe?: string;
  place?: string;
  /** Name that signs the mail; without it the mail has no signature. */
  sender?: string;
  /** Content between the text and the button. */
  picture?: ReactNode;
  /** Placeholder of the operator's text in the place of our heading, which is inserted as HTML. */
  body?: string;
}

/** A mail with a heading, a few sentences and at most one thing to do. */
export function Mail({ copy, site, imprint, link, laterLink, unsubscribe, place, sender, picture, body }: MailProps) {
  const { subject, preheader, reason, milestones } = copy;
  return (
    <Layout
      {...{ subject, preheader, reason, site, imprint, unsubscribe, place }}
      waterline={<Waterline milestones={milestones ?? []} />}
    >
      {body === undefined ? <Heading {...prose.h1}>{copy.heading}</Heading> : <div>{body}</div>}
      {copy.paragraphs.map((text) => (
        <Text key={text} {...prose.p}>
          {text}
        </Text>
      ))}
      {picture}
      {copy.action && link && (
        <Action label={copy.action} href={link}>
          {copy.later && laterLink && (
            <Text {...prose.p} style={{ ...prose.p.style, margin: "16px 0 0" }}>
              <Link href={laterLink} className={`alone ${prose.a.className}`} style={prose.a.style}>
                {copy.later}
              </Link>
            </Text>
          )}
        </Action>
      )}
      {copy.notes?.map((text) => (
        <Text
          key={text}
          className="on-muted"
          style={{ ...colors("muted").style, margin: "20px 0 0", fontSize: 15, lineHeight: "24px" }}
        >
          {text}
        </Text>
      ))}
      {sender && <Text {...prose.h3}>{mails.signature(sender)}</Text>}
    </Layout>
  );
}
