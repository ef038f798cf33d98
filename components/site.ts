import { brand, defaultSiteUrl } from "../server/contract/brand.ts";
import { contact } from "./copy/contact.ts";

/** Settings of the site; its words are in components/copy/. */
export const site = {
  brand,
  contact,
  /** Address of the site, without the base path; canonical links, Open Graph and the sitemap are made from it. */
  url: import.meta.env.PUBLIC_SITE_URL || defaultSiteUrl,
  /** Name and town of the site's operator; empty if not set for the build. */
  imprint: import.meta.env.PUBLIC_IMPRINT,
  /** Two sentences and, after a dash, who says them; empty if not set for the build. */
  founderNote: import.meta.env.PUBLIC_FOUNDER_NOTE,
  /** Where the product is, to which the page leads instead of to its forms; empty before the launch. */
  product: import.meta.env.PUBLIC_PRODUCT_URL,
  /** Whether visits are counted (countVisit.ts). */
  countsVisits: import.meta.env.PUBLIC_COUNT_VISITS !== "0",
  /** Whether the captcha is the self-hosted one, not Google's. */
  ownCaptcha: !import.meta.env.PUBLIC_RECAPTCHA_SITE_KEY,
  /** Whether Supabase hosts what is stored, not the site's own server. */
  hosted: Boolean(import.meta.env.PUBLIC_SUPABASE_URL),
  /** The year that requirements 2, item 8 ask for, which is not the current one. */
  copyrightYear: 2024,
};

/** A path of the site under its base path, such as `/promo/`. */
export const sitePath = (path = ""): string => `${import.meta.env.BASE_URL}${path}`;
