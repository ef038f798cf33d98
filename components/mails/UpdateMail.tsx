import { Layout } from "./Layout.tsx";
import { Waterline } from "./Waterline.tsx";

interface UpdateMailProps {
  subject: string;
  preheader: string;
  /** Placeholder of the text, which is inserted as HTML. */
  body: string;
  site: string;
  imprint: string;
  /** The sentence that says why this mail came. */
  reason: string;
  /** Unsubscribe link, for a mail to the list. */
  unsubscribe?: string;
}

/** A mail whose text is only known when it is sent: to the list in the operator's own words, or to the operator. */
export function UpdateMail({ body, ...rest }: UpdateMailProps) {
  return (
    <Layout {...rest} waterline={<Waterline milestones={[]} />}>
      <div>{body}</div>
    </Layout>
  );
}
