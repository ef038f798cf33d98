/**
 * The design's colours, the only place that names them: page, mails and icon read them from here (docs/brand.md). Ledger paper
 * above the waterline, deep sea below it, brass and gold for what matters. Every pair used for text holds WCAG AA in both schemes
 * (tests/export/contrast.test.ts).
 */
const light = {
  paper: "#f4f8f6",
  surface: "#ffffff",
  tint: "#d6e7e4",
  ink: "#0b2730",
  muted: "#45606a",
  rule: "#cfdcd9",
  edge: "#6d8389",
  /** The accent: links and the main action. */
  sea: "#0b5968",
  seaDeep: "#073f4b",
  onSea: "#ffffff",
  brass: "#96590a",
  danger: "#b3261e",
  success: "#1b6b45",
  /** Below the waterline; the same in both schemes but for the water itself. */
  deep: "#093f4b",
  shoal: "#0d5463",
  seam: "#3f7480",
  foam: "#effaf8",
  mist: "#b9d6d8",
  gold: "#f3bb4b",
  keel: "#c9922f",
  /** The invoice and the ledger of the pictures: paper by day and night. */
  sheet: "#ffffff",
  print: "#0b2730",
  line: "#cfdcd9",
};

export type ColorName = keyof typeof light;

const dark: Record<ColorName, string> = {
  ...light,
  paper: "#07161b",
  surface: "#0e242b",
  tint: "#0a1d23",
  ink: "#e9f2f1",
  muted: "#a4bac0",
  rule: "#21393f",
  edge: "#67828a",
  /** The accent at night, and below the waterline by day. */
  sea: "#72d1d3",
  seaDeep: "#a3e6e5",
  onSea: "#06262c",
  brass: "#f3bb4b",
  danger: "#ff9d92",
  success: "#7fd6a6",
  deep: "#0a3641",
  shoal: "#0f4855",
  seam: "#3a6b77",
};

/** All colours, in both schemes. */
export const palette: Record<"light" | "dark", Record<ColorName, string>> = { light, dark };

/** The site's icon, a boat on the sea, as SVG. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="11" fill="${light.deep}"/><path fill="${dark.sea}" d="M26 8c1 8 5 15 12 20-4.4-.7-8-.7-12 0Z"/><path fill="${light.sheet}" d="M23.5 8c-4.5-.7-8-.5-11 .4-2 6.6-2 13-.5 19.6 4-.7 7.5-.7 11.5 0Z"/><path fill="${light.gold}" d="M7 31h34c-1 6-6 10-12 10H19c-6 0-11-4-12-10Z"/></svg>\n`;
