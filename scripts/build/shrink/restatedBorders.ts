const reset = /\*[^{}]*\{[^}]*border:0 solid[;}]/u;
const otherStyle = /border[\w-]*:[^;}]*\b(?:dashed|dotted|double|groove|hidden|inset|none|outset|ridge)\b/u;

/**
 * Removes solid border styles from a minified style sheet where its reset gives every element solid borders already: each of
 * Tailwind's utilities repeats them. A sheet without that reset, or with borders of another style, stays as it is.
 */
export const withoutRestatedBorders = (css: string): string =>
  reset.test(css) && !otherStyle.test(css)
    ? css.replaceAll(/(?<=[{;])border(?:-[a-z]+)?-style:solid(?:;|(?=\}))/gu, "")
    : css;
