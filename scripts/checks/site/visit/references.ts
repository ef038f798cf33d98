import type { PageElement } from "../answers/html.ts";

/** How a page leads to an address: a person follows it, the page needs it, or it is fetched separately (icons, cards). */
export type ReferenceKind = "link" | "load" | "metadata";

/** One address that a page names. */
export interface Reference {
  kind: ReferenceKind;
  /** As it is written in the page. */
  raw: string;
  /** Undefined where `raw` is not an address. */
  url: URL | undefined;
}

type Written = Omit<Reference, "url">;

const loadedRels = new Set(["stylesheet", "modulepreload", "preload"]);
const metadataRels = new Set(["icon", "apple-touch-icon", "manifest", "mask-icon"]);
const cards = new Set(["og:image", "twitter:image"]);

// CSS Syntax level 3, url tokens and url() functions.
const cssUrl = /url\(\s*["']?([^"')]+)["']?\s*\)/gu;

const one = (kind: ReferenceKind, raw: string | undefined): Written[] => (raw === undefined ? [] : [{ kind, raw }]);
const fromCss = (css: string): Written[] => [...css.matchAll(cssUrl)].flatMap(([, raw]) => one("load", raw));
const fromSrcset = (srcset = ""): Written[] =>
  srcset.split(",").flatMap((candidate) => one("load", candidate.trim().split(/\s+/u)[0] || undefined));

/** Every address that an element leads to, resolved against `base`. */
export function referencesOf(element: PageElement, base: URL): Reference[] {
  return writtenIn(element).map(({ kind, raw }) => ({
    kind,
    raw,
    url: URL.canParse(raw, base.href) ? new URL(raw, base) : undefined,
  }));
}

function writtenIn({ name, attributes, text }: PageElement): Written[] {
  const { href, src, srcset, rel = "", property, content } = attributes;
  const styles = attributes["style"] === undefined ? [] : fromCss(attributes["style"]);
  switch (name) {
    case "a":
    case "area":
      return [...one("link", href), ...styles];
    case "link":
      return one(
        rel.split(" ").some((word) => loadedRels.has(word)) ? "load" : metadataRels.has(rel) ? "metadata" : "link",
        href,
      );
    case "meta":
      return cards.has(property ?? attributes["name"] ?? "") ? one("metadata", content) : [];
    case "img":
      return [...one(attributes["loading"] === "lazy" ? "metadata" : "load", src), ...fromSrcset(srcset), ...styles];
    case "video":
      return [...one("load", src), ...one("load", attributes["poster"]), ...styles];
    case "script":
    case "source":
    case "audio":
    case "iframe":
    case "embed":
    case "input":
      return [...one("load", src), ...fromSrcset(srcset), ...styles];
    case "image":
    case "use":
      return one("load", href ?? attributes["xlink:href"]);
    case "style":
      return fromCss(text);
    case "form":
      return one("link", attributes["action"] || undefined);
    default:
      return styles;
  }
}
