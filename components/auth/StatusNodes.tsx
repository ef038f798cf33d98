import { locale } from "../../server/contract/brand.ts";
import { palette } from "../../server/contract/palette.ts";
import { authWords } from "../copy/auth.ts";
import { quietButton } from "../ui/button.ts";
import type { ApplicationState } from "./betaAccess.ts";

const words = authWords.access.nodes;

/**
 * The nodes are side by side from 40 rem, like the months on the page's waterline, and the line is dashed after the present one. The
 * rules are added here, because every visitor downloads the page's style sheet.
 */
const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  .stages > [aria-current]::before { border-style: dashed; }
  @media (width >= 40rem) {
    .stages { display: grid; grid-template-columns: repeat(3, 1fr); }
    .stages > li { padding: 1.75rem 1rem 0 0; }
    .stages > li::before { inset: 6px 0 auto; height: 0; border-width: 2px 0 0; border-color: var(--color-keel); }
    .stages > li:last-child::before { content: none; }
    .stages > li::after { top: 0; }
  }
`);
document.adoptedStyleSheets.push(sheet);

const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long" });
const weekday = new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long" });
/** Formats a time in the visitor's time zone, and names the zone. */
const moment = new Intl.DateTimeFormat(locale, {
  weekday: "long",
  day: "numeric",
  month: "long",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
});

/** Colours of the last node. They are not in the page's style sheet, because every visitor downloads that. */
const colorOf = {
  accepted: `light-dark(${palette.light.success}, ${palette.dark.success})`,
  declined: "var(--color-edge)",
};

/** The style of the last node, the answer, which is drawn in the colours of the page's milestones. */
const ending = (color: string) => ({ color: "inherit", "--color-keel": color, "--color-gold": color });

interface StatusNodesProps extends Pick<ApplicationState, "status" | "appliedAt"> {
  /** The time by which an answer was promised. */
  due: Date;
  /** Whether that time has passed without an answer. */
  late: boolean;
}

/**
 * The stages of an application as nodes on a line: gold if reached, hollow if still to come. The last node is the answer: green if
 * accepted, grey if declined, and red while it is late.
 */
export function StatusNodes({ status, appliedAt, due, late }: StatusNodesProps) {
  const pending = status === "pending";
  return (
    <ol className="milestones stages">
      <li data-reached>
        <strong className="font-semibold">{words.applied}</strong>
        <p className="text-sm text-muted">
          <time dateTime={appliedAt.toISOString()}>{day.format(appliedAt)}</time>
        </p>
      </li>
      <li data-reached aria-current={pending ? "step" : undefined}>
        <strong className="font-semibold">{words.review}</strong>
        <p className="text-sm text-muted">{pending ? words.reading : words.read}</p>
      </li>
      {pending ? (
        <li style={late ? ending("var(--color-danger)") : undefined}>
          <strong className="font-semibold">{words.answer}</strong>
          <p className="text-sm text-muted">
            {/* This text has an element to itself: a translator replaces a bare text by a node that React cannot find. */}
            <span>{`${late ? words.wasDue : words.by} `}</span>
            <time dateTime={due.toISOString()}>{(late ? weekday : moment).format(due)}</time>
          </p>
        </li>
      ) : (
        <li data-reached={status === "accepted" || undefined} aria-current="step" style={ending(colorOf[status])}>
          <strong className="font-semibold">{words[status].name}</strong>
          <p className="text-sm text-muted">{words[status].text}</p>
          {status === "declined" && (
            <a href="#waitlist" className={quietButton}>
              {words.declined.link}
            </a>
          )}
        </li>
      )}
    </ol>
  );
}
