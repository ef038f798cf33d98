import { type Finding, findingsOn } from "../../finding.ts";
import { textOf } from "../answers/site.ts";
import { metaOf, type Page, type Visit } from "../visit/visit.ts";
import { searchEngines } from "./robots.ts";

const { wrong } = findingsOn("metadata");

// How much search results show before they truncate, in characters; below the minimum they make up their own text.
const titleLength = { least: 10, most: 65 };
const descriptionLength = { least: 50, most: 160 };

const source = "Correct it in components/site.ts, components/copy/en/page.ts or components/landing/Head.tsx.";

function length(
  page: Page,
  what: string,
  text: string | undefined,
  { least, most }: { least: number; most: number },
): Finding[] {
  const size = [...(text?.trim() ?? "")].length;
  if (size === 0) return [wrong(page.name, `It has no ${what}.`, source)];
  return size < least || size > most
    ? [wrong(page.name, `Its ${what} has ${size} characters; ${least} to ${most} are shown whole.`, source)]
    : [];
}

/** Every page has a title, a description, a language and an encoding; only the not-found page is hidden from search engines. */
export async function checkMetadata({ pages, landing, notFound }: Visit): Promise<Finding[]> {
  const titles = pages.map((page) => page.elements.find(({ name }) => name === "title")?.text ?? "");
  return [
    ...pages.flatMap((page, index) => pageFindings(page, titles[index] ?? "")),
    ...(new Set(titles).size < titles.length ? [wrong("the pages", "Two pages have the same title.", source)] : []),
    ...(metaOf(notFound, "robots")?.includes("noindex")
      ? []
      : [wrong(notFound.name, "Search engines may list it.", 'Give it <meta name="robots" content="noindex">.')]),
    ...(metaOf(landing, "robots")?.includes("noindex")
      ? [wrong(landing.name, "Search engines are told not to list it.", "Remove its robots meta tag.")]
      : []),
    ...hostFindings(landing),
    ...cardFindings(landing),
  ];
}

/** Rules of `x-robots-tag` that keep a page out of results, unless they are for another robot; rules such as `max-image-preview:none` do not. */
const hiding = new RegExp(`^\\s*(?:(?:${searchEngines.join("|")})\\s*:\\s*)?(?:noindex|none)\\s*$`, "iu");

/** Hosts keep search engines away from previews, and whoever publishes one by mistake sees no difference. */
function hostFindings({ name, answer }: Page): Finding[] {
  const tag = answer.headers.get("x-robots-tag") ?? "";
  return tag.split(",").some((rule) => hiding.test(rule))
    ? [
        wrong(
          name,
          `Its host tells search engines not to list it (x-robots-tag: ${tag}).`,
          "Publish it as the host's production site, not as a preview, or have the host leave the header out.",
        ),
      ]
    : [];
}

function pageFindings(page: Page, title: string): Finding[] {
  const { name, elements, answer } = page;
  const findings = [
    ...length(page, "title", title, titleLength),
    ...length(page, "description", metaOf(page, "description"), descriptionLength),
  ];
  const count = (tag: string) => elements.filter((element) => element.name === tag).length;
  if (!elements.find((element) => element.name === "html")?.attributes["lang"])
    findings.push(wrong(name, "It does not say its language.", "Give <html> a lang attribute."));
  // HTML standard, section 4.2.5.4: within the first 1024 bytes.
  if (!/<meta\s+charset="?utf-8/iu.test(textOf(answer.body.subarray(0, 1024))))
    findings.push(
      wrong(name, "It does not say its encoding in its first 1024 bytes.", "Put <meta charset> first in the head."),
    );
  if (!metaOf(page, "viewport")?.includes("width=device-width"))
    findings.push(
      wrong(name, "It is not laid out for phones.", "Give it a viewport meta tag with width=device-width."),
    );
  if (count("h1") !== 1) findings.push(wrong(name, `It has ${count("h1")} h1 headings.`, "Give it one."));
  return findings;
}

/** The parts of a preview card: the four properties that Open Graph requires, and the description. */
function cardFindings(page: Page): Finding[] {
  const missing = ["og:title", "og:type", "og:image", "og:url", "og:description"].filter(
    (property) => !metaOf(page, property),
  );
  return missing.length > 0 ? [wrong(page.name, `Its preview card lacks ${missing.join(", ")}.`, source)] : [];
}
