import { type ReturnedDeclaration, type TokenOrValue, transform } from "lightningcss";
import type { Plugin } from "vite";

interface Properties {
  /** Names that a rule declares; `@property` and Tailwind's fallback for it do not count. */
  declared: Set<string>;
  read: Set<string>;
  /** The initial values that `@property` registers. */
  initial: Map<string, TokenOrValue[]>;
}

/** The layer in which Tailwind repeats the initial values for browsers without `@property`. */
const isFallback = ({ name }: { name?: string[] | null }): boolean => name?.length === 1 && name[0] === "properties";

function propertiesOf(code: Buffer): Properties {
  const found: Properties = { declared: new Set(), read: new Set(), initial: new Map() };
  const withoutFallback = transform({
    filename: "page.css",
    code,
    visitor: { Rule: { "layer-block": ({ value }) => (isFallback(value) ? [] : undefined) } },
  });
  transform({
    filename: "page.css",
    code: withoutFallback.code,
    visitor: {
      Rule: {
        property({ value: { name, initialValue } }) {
          found.initial.set(name, initialValue?.type === "token-list" ? initialValue.value : []);
        },
      },
      Declaration: {
        custom({ name }) {
          found.declared.add(name);
        },
      },
      Variable({ name }) {
        found.read.add(name.ident);
      },
    },
  });
  return found;
}

/**
 * Removes from a style sheet the custom properties that have no effect: one that is never read is removed with its
 * declarations, one that is never declared is replaced by its fallback or initial value. Tailwind's utilities pass
 * values to each other through such properties, and on a small page most of those are never read.
 */
export function withoutUnusedProperties(css: string): string {
  const source = Buffer.from(css);
  const { declared, read, initial } = propertiesOf(source);
  const inUse = (name: string): boolean => declared.has(name) && read.has(name);
  const fallbackNeeded = [...initial.keys()].some(inUse);
  const { code } = transform({
    filename: "page.css",
    code: source,
    minify: true,
    visitor: {
      Rule: {
        property: ({ value }) => (inUse(value.name) ? undefined : []),
        "layer-block": ({ value }) => (isFallback(value) && !fallbackNeeded ? [] : undefined),
      },
      Declaration: {
        custom: ({ name }): ReturnedDeclaration[] | undefined =>
          inUse(name) || !name.startsWith("--") ? undefined : [],
      },
      Variable: ({ name, fallback }) => (declared.has(name.ident) ? undefined : (fallback ?? initial.get(name.ident))),
    },
  });
  return code.toString();
}

/**
 * Removes custom properties without effect and Tailwind's banner from the built style sheet. It must stand after
 * Tailwind's plugin.
 */
export const unusedProperties = (): Plugin => ({
  name: "unused-properties",
  apply: "build",
  enforce: "pre",
  transform: {
    filter: { id: /styles\.css/u },
    handler: (css) => withoutUnusedProperties(css.replace(/^\/\*!.*?\*\/\s*/su, "")),
  },
});
