import { authWords } from "../copy/en/auth.ts";
import { language } from "../copy/en/language.ts";
import type { Standing } from "./betaAccess.ts";

const words = authWords.access.nodes;

const day = new Intl.DateTimeFormat(language.locale, { day: "numeric", month: "long" });
/** Formats a time in the visitor's time zone, and names the zone. */
const moment = new Intl.DateTimeFormat(language.locale, {
  weekday: "long",
  day: "numeric",
  month: "long",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
});

interface StatusNodesProps extends Pick<Standing, "status" | "appliedAt"> {
  /** By when it is answered. */
  due: Date;
}

/** The stages of an application as nodes on a line: gold if reached, hollow if still to come. */
export function StatusNodes({ status, appliedAt, due }: StatusNodesProps) {
  const pending = status === "pending";
  const nodes = [
    { name: words.applied, text: <time dateTime={appliedAt.toISOString()}>{day.format(appliedAt)}</time> },
    { name: words.review, text: pending ? words.reading : words.read },
    {
      name: words.answer,
      text: pending ? (
        <>
          {/* In an element of its own, as a translator puts its own in place of a text. */}
          <span>{`${words.by} `}</span>
          <time dateTime={due.toISOString()}>{moment.format(due)}</time>
        </>
      ) : (
        words.answers[status]
      ),
    },
  ];
  const reached = pending ? 1 : 2;
  return (
    <ol className="grid sm:grid-cols-3">
      {nodes.map(({ name, text }, index) => (
        <li
          key={name}
          aria-current={index === reached ? "step" : undefined}
          className="relative border-s-2 border-rule ps-5 pb-4 sm:border-s-0 sm:border-t-2 sm:ps-0 sm:pe-6 sm:pt-4"
        >
          <svg
            viewBox="0 0 16 16"
            strokeWidth="2"
            aria-hidden="true"
            className={`absolute top-1 -start-[9px] size-4 stroke-gold sm:start-0 sm:-top-[9px] ${index <= reached ? "fill-gold" : "fill-surface"}`}
          >
            <circle cx="8" cy="8" r="6" />
          </svg>
          <span className="block font-semibold">{name}</span>
          <p className="text-sm text-muted">{text}</p>
        </li>
      ))}
    </ol>
  );
}
