/** First load of a landing page under Lighthouse's mobile throttling. Sizes in KB (1,000 bytes) as sent, times in seconds. */
export interface FirstLoad {
  page: string;
  kilobytes: number;
  requests: number;
  fcp: number;
  lcp: number;
  /** Lighthouse's performance score. */
  score: number;
}

/** Recorded elsewhere, not measured by this benchmark: each was built, served with brotli 11 and measured on one machine; medians of 3. */
export const peers: readonly FirstLoad[] = [
  { page: "AstroWind (Astro)", kilobytes: 163, requests: 7, fcp: 2.26, lcp: 2.26, score: 70 },
  { page: "shadcn landing (Vite)", kilobytes: 231, requests: 15, fcp: 2.25, lcp: 2.68, score: 63 },
  { page: "open-react-template (Next 15)", kilobytes: 713, requests: 33, fcp: 1.27, lcp: 4.62, score: 53 },
  { page: "tailwind-landing (Next 15)", kilobytes: 268, requests: 38, fcp: 1.19, lcp: 3.52, score: 65 },
  { page: "bare Vike + React 19, hydrated at load", kilobytes: 67, requests: 3, fcp: 1.46, lcp: 1.51, score: 99 },
  {
    page: "prototype: CSS inlined, React on interaction",
    kilobytes: 8.2,
    requests: 3,
    fcp: 0.95,
    lcp: 1.05,
    score: 100,
  },
];
