import type { IconName } from "../site.ts";

const paths: Record<IconName, string> = {
  invoice: "M6 3h12v18l-3-2-3 2-3-2-3 2ZM9 8h6M9 12h6",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l3 2",
  people: "M9 4a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM3 20c0-4 3-6 6-6s6 2 6 6M16 5a3 3 0 0 1 0 6M18 14c2 1 3 3 3 6",
  chart: "M4 4v16h16M8 15l4-5 3 3 5-7",
  shield: "M12 3 5 6v5c0 5 3 8 7 10 4-2 7-5 7-10V6ZM9 12l2 2 4-4",
  bolt: "M13 3 5 14h6l-1 7 8-11h-6Z",
};

/** A line icon, 24 units square, in the colour of the text around it. */
export function FeatureIcon({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 24 24" className="size-7 text-sea" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
