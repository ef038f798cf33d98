import { mails } from "../copy/mails.ts";
import { Layout } from "./Layout.tsx";
import { Waterline } from "./Waterline.tsx";

interface UpdateMailProps {
  subject: string;
  preheader: string;
  /** Placeholder of the operator's text, which is inserted as HTML. */
  body: string;
  site: string;
  imprint: string;
  unsubscribe: string;
}

/** A mail to the list in the operator's own words. */
export function UpdateMail({ body, ...rest }: UpdateMailProps) {
  return (
    <Layout {...rest} reason={mails.update.reason} waterline={<Waterline milestones={[]} />}>
      <div>{body}</div>
    </Layout>
  );
}
