type Style = "bold" | "dim" | "red" | "green" | "yellow";

// ECMA-48 SGR codes. util.styleText would do, but decides about colour by process.stdout alone on Node 20.
const codes: Record<Style, [number, number]> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
};

/** Colours text where the stream it goes to shows colours. */
export const painter =
  (color: boolean) =>
  (style: Style, text: string): string =>
    color ? `\u001B[${codes[style][0]}m${text}\u001B[${codes[style][1]}m` : text;
