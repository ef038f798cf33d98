import type { ReactNode } from "react";
import { deskCopy } from "../words/desk.ts";

/** The views that have outlines of their own; `lines` is for anything else. */
export type Shape = "lines" | "overview" | "people" | "applications" | "mail" | "person";

/** Bars of these widths, one below the other. */
const Lines = ({ of }: { of: readonly string[] }) =>
  // oxlint-disable-next-line react/no-array-index-key -- they stay as they are
  of.map((look, line) => <span key={line} className={`skeleton ${look}`} />);

const Panel = ({ of, look = "" }: { of: readonly string[]; look?: string }) => (
  <div className={`panel grid content-start gap-3 ${look}`}>
    <Lines of={of} />
  </div>
);

const heading = "h-6! w-40";
const row = ["w-full"];
const text = ["w-full", "w-full", "w-2/3"];
const rows = (n: number, of: readonly string[]) => Array.from({ length: n }, () => of).flat();

/** What is shown while something is read: the outlines of what comes, so that nothing jumps when it is there. */
export const Skeleton = ({ of }: { of: Shape }) => (
  <div role="status" data-shape={of}>
    <span className="sr-only">{deskCopy.loading}</span>
    {shapes[of]}
  </div>
);

const shapes: Record<Shape, ReactNode> = {
  lines: <Panel of={["w-1/3", ...text]} />,
  overview: (
    <div className="grid gap-4 lg:grid-cols-2">
      <Panel of={[heading, "h-10! w-32", "w-2/3"]} />
      <Panel of={["w-1/2", "w-1/3"]} />
      <Panel of={[heading, ...rows(5, ["h-6! w-full"])]} />
      <Panel of={[heading, ...rows(4, ["w-1/3", "h-3! w-full"])]} />
      <Panel of={[heading, "h-64! w-full"]} look="lg:col-span-2" />
    </div>
  ),
  people: <Panel of={["h-8! w-32", ...rows(14, row)]} look="gap-4!" />,
  applications: (
    <div className="grid gap-4 lg:grid-cols-[20rem_1fr]">
      <Panel of={rows(5, ["w-1/2", "w-full mb-4"])} look="max-lg:max-h-44 max-lg:overflow-hidden" />
      <Panel of={[heading, "w-1/2", ...text, "h-11! w-48", "h-20! w-full"]} />
    </div>
  ),
  mail: (
    <div className="grid gap-4">
      <Panel of={["w-1/2"]} look="py-3!" />
      <div className="panel grid gap-x-8 gap-y-4 lg:grid-cols-2">
        <div className="grid content-start gap-3">
          <Lines of={[heading, "h-9! w-56", "h-72! w-full"]} />
        </div>
        <div className="grid content-start gap-3">
          <Lines of={[heading, ...rows(5, ["w-32", "h-11! w-full"])]} />
        </div>
      </div>
    </div>
  ),
  person: (
    <div className="grid gap-5">
      <div className="grid gap-3 pe-12">
        <Lines of={["h-7! w-2/3", "w-1/2", "h-8! w-full"]} />
      </div>
      <div className="grid items-start gap-x-8 gap-y-5 md:grid-cols-[3fr_2fr]">
        <div className="grid gap-4">
          <Lines of={rows(8, row)} />
        </div>
        <div className="grid gap-3">
          <Lines of={["w-24", ...text, "w-24", ...text]} />
        </div>
      </div>
    </div>
  ),
};
