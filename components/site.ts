import { brand, contact, defaultSiteUrl } from "../server/contract/brand.ts";

/** Settings of the site; its words are in components/copy/. */
export const site = {
  brand,
  contact,
  /** Address of the site, without the base path; canonical links, Open Graph and the sitemap are made from it. */
  url: import.meta.env.PUBLIC_SITE_URL || defaultSiteUrl,
  /** Name and town of who runs the site; empty where the build was not told. */
  imprint: import.meta.env.PUBLIC_IMPRINT,
  /** Whether the captcha is the site's own, and not Google's. */
  ownCaptcha: !import.meta.env.PUBLIC_RECAPTCHA_SITE_KEY,
  /** The year that requirements 2, item 8 ask for, not the current one. */
  copyrightYear: 2024,
};

/** A path of the site under the base path it is served from, such as `/promo/`. */
export const sitePath = (path = ""): string => `${import.meta.env.BASE_URL}${path}`;
