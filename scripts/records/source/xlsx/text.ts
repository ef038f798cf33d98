const escaped = /_x([\dA-Fa-f]{4})_/gu;

/**
 * The text of a string in a workbook: a spreadsheet writes what XML cannot hold as `_x000D_`, and the underscore of what looks
 * like that as `_x005F_` (ECMA-376 part 1, section 22.9.2.19). Half of a pair of surrogates becomes U+FFFD.
 */
export const readString = (written: string): string =>
  written.includes("_x") ? wellFormed(written.replaceAll(escaped, (_, unit: string) => charOf(unit))) : written;

const charOf = (unit: string): string => String.fromCharCode(Number.parseInt(unit, 16));

/** UTF-8 has no halves of pairs. */
const wellFormed = (text: string): string => Buffer.from(text).toString();
