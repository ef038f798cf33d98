import { Link } from "@react-email/link";
import { mails } from "../copy/en/mails.ts";
import { colors, display } from "./look.ts";

/** The brand, which leads to the site. */
export function BrandMark({ site }: { site: string }) {
  return (
    <Link
      href={`${site}/`}
      className="on-ink"
      data-skip-in-text
      style={{ ...colors("ink").style, fontFamily: display, fontSize: 24, fontWeight: 600, lineHeight: "32px" }}
    >
      {mails.sender}
    </Link>
  );
}
