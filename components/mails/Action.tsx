import { Button } from "@react-email/button";
import { Link } from "@react-email/link";
import { Text } from "@react-email/text";
import type { ReactNode } from "react";
import { mails } from "../copy/mails.ts";
import { colors } from "./look.ts";

/**
 * An address for reading. Its token is in lines that fit a phone: Yahoo, GMX and Outlook for Windows break no word, however long, and
 * would show the whole mail as wide as the address.
 */
function Address({ href }: { href: string }) {
  if (href === "{{inviteLink}}") return "{{inviteLines}}";
  const [, place, name, rest] = /^(.*\/)(#\w+=)\{\{token\}\}(.*)$/u.exec(href) ?? [];
  if (place === undefined) return href;
  return (
    <>
      {place}
      <wbr />
      {name}
      <br />
      {"{{tokenLines}}"}
      {rest && <wbr />}
      {rest}
    </>
  );
}

interface ActionProps {
  label: string;
  href: string;
  /** What stands between the button and its address. */
  children?: ReactNode;
}

/** The action of a mail: a button, and its address for programs that show no buttons. */
export function Action({ label, href, children }: ActionProps) {
  return (
    <>
      <Button
        href={href}
        className="alone in-sea on-onSea"
        style={{
          ...colors("onSea", "sea").style,
          padding: "14px 28px",
          borderRadius: 8,
          fontSize: 16,
          lineHeight: "24px",
          fontWeight: 600,
        }}
      >
        {label}
      </Button>
      {children}
      <Text
        className="on-muted"
        data-skip-in-text
        style={{ ...colors("muted").style, margin: "20px 0 0", fontSize: 13, lineHeight: "20px" }}
      >
        {mails.fallback}
        <br />
        <Link href={href} className="on-muted" style={{ ...colors("muted").style, wordBreak: "break-all" }}>
          <Address href={href} />
        </Link>
      </Text>
    </>
  );
}
