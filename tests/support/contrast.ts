/** Relative luminance (WCAG 2.2). */
function luminance(color: string): number {
  const digits = color.length === 4 ? color.slice(1).replaceAll(/./gu, "$&$&") : color.slice(1);
  const [red = 0, green = 0, blue = 0] = (digits.match(/../gu) ?? []).map((pair) => {
    const value = Number.parseInt(pair, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours written as #rgb or #rrggbb, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}
