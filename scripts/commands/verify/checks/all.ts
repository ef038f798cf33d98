import type { Finding } from "../finding.ts";
import type { Visit } from "../visit/visit.ts";
import { checkAddresses } from "./addresses.ts";
import { checkInBrowser } from "./browser.ts";
import { checkBudgets } from "./budgets.ts";
import { checkDelivery } from "./delivery.ts";
import { checkLinks } from "./links.ts";
import { checkMetadata } from "./metadata.ts";
import { checkPolicy } from "./policy.ts";
import { checkSecrets } from "./secrets.ts";
import { checkStructuredData } from "./structuredData.ts";

/** Every check by the name that it goes by in the output, in the order it is shown. */
export const checks = {
  links: checkLinks,
  metadata: checkMetadata,
  "structured data": checkStructuredData,
  addresses: checkAddresses,
  policy: checkPolicy,
  secrets: checkSecrets,
  budgets: checkBudgets,
  delivery: checkDelivery,
  browser: checkInBrowser,
} satisfies Record<string, (visit: Visit) => Promise<Finding[]>>;
