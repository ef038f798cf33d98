import type { Finding } from "../../finding.ts";
import type { Visit } from "../visit/visit.ts";
import { checkAddresses } from "./addresses.ts";
import { checkInBrowser } from "./browser.ts";
import { checkBudgets } from "./budgets.ts";
import { checkDelivery } from "./delivery.ts";
import { checkEncryption } from "./encryption.ts";
import { checkForms } from "./forms.ts";
import { checkLinks } from "./links.ts";
import { checkMetadata } from "./metadata.ts";
import { checkPolicy } from "./policy.ts";
import { checkProject } from "./project.ts";
import { checkSecrets } from "./secrets.ts";
import { checkStructuredData } from "./structuredData.ts";

/** A check of a site. */
export interface Rule {
  look: (visit: Visit) => Promise<Finding[]>;
  /** The message when it finds nothing wrong. */
  sound: string;
}

/** Every check of a site by its name in the output, in the order of the output. */
export const rules = {
  links: { look: checkLinks, sound: "Every link, anchor, file and script module resolves." },
  metadata: { look: checkMetadata, sound: "Titles, descriptions, headings and cards are there." },
  "structured data": { look: checkStructuredData, sound: "It is valid." },
  addresses: { look: checkAddresses, sound: "Canonical link, card, sitemap and robots.txt agree." },
  policy: { look: checkPolicy, sound: "The Content-Security-Policy allows what the pages have, and no more." },
  secrets: { look: checkSecrets, sound: "No key, password or stray file is published." },
  forms: { look: checkForms, sound: "If the page is published, its form backend answers it." },
  project: { look: checkProject, sound: "If the page is published, its project accepts the key in it." },
  budgets: { look: checkBudgets, sound: "The pages keep within their size limits." },
  delivery: { look: checkDelivery, sound: "Compression, caching and headers are as they should be." },
  encryption: { look: checkEncryption, sound: "If the page is published, it is reached with encryption only." },
  browser: { look: checkInBrowser, sound: "The pages open without a message on the console." },
} satisfies Record<string, Rule>;
