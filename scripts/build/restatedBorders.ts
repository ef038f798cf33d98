const reset = /\*[^{}]*\{[^}]*border:0 solid[;}]/u;
const otherStyle = /border[\w-]*:[^;}]*\b(?:dashed|dotted|double|groove|hidden|inset|none|outset|ridge)\b/u;

/**
 * Takes out of a minified style sheet that a border is solid where its reset says so of every element: Tailwind's utilities
 * each say it again. A sheet without that reset, or with borders of another style, stays as it is.
 */
export const withoutRestatedBorders = (css: string): string =>
  reset.test(css) && !otherStyle.test(css)
    ? css.replaceAll(/(?<=[{;])border(?:-[a-z]+)?-style:solid(?:;|(?=\}))/gu, "")
    : css;
