const escaped = /_x([\dA-Fa-f]{4})_/gu;

/**
 * The text of a string in a workbook: spreadsheets write a character that XML cannot hold as `_x000D_`, and the underscore of
 * text that looks like such an escape as `_x005F_` (ECMA-376 part 1, section 22.9.2.19). Half a surrogate pair becomes U+FFFD.
 */
export const readString = (written: string): string =>
  written.includes("_x") ? wellFormed(written.replaceAll(escaped, (_, unit: string) => charOf(unit))) : written;

const charOf = (unit: string): string => String.fromCharCode(Number.parseInt(unit, 16));

/** Replaces half surrogate pairs, which UTF-8 cannot hold. */
const wellFormed = (text: string): string => Buffer.from(text).toString();
