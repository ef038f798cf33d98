/** One wave, 480 units long. */
export const wave = "s60-14 120-14 60 18 120 18 60-12 120-12 60 8 120 8";

/**
 * The edge between the water and the next section. Its land reaches into that section, because edges between two pixels of the screen
 * would let the water through as a line. Decorative.
 */
export function Shore() {
  return (
    <svg
      viewBox="0 0 960 40"
      preserveAspectRatio="none"
      className="h-10 w-full overflow-visible fill-paper"
      aria-hidden="true"
    >
      <path d={`M0 18${wave}${wave}V44H0Z`} />
    </svg>
  );
}
