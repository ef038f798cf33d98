interface ImportMetaEnv {
  /** Address of the site without its base path, such as `https://keelbook.example`. */
  readonly PUBLIC_SITE_URL?: string;
  /** Origin of the Supabase project; unset means the page's own origin. */
  readonly PUBLIC_SUPABASE_URL?: string;
  /** The anonymous public key; unset means the embedded stack's. */
  readonly PUBLIC_SUPABASE_KEY?: string;
  /** Site key of reCAPTCHA v2; unset means the self-hosted captcha. */
  readonly PUBLIC_RECAPTCHA_SITE_KEY?: string;
  /** Address to which visitors write; unset means the brand's. */
  readonly PUBLIC_CONTACT?: string;
  /** Name and town of the site's operator; shown only if set. */
  readonly PUBLIC_IMPRINT?: string;
  /** Two sentences and, after a dash, who says them; shown only if set. */
  readonly PUBLIC_FOUNDER_NOTE?: string;
  /** Address of the product, once it is open; unset means that it is not. */
  readonly PUBLIC_PRODUCT_URL?: string;
  /** `0`: visits are not counted. */
  readonly PUBLIC_COUNT_VISITS?: string;
}

/** Code of the client entry, from `scripts/build/plugins/inlineEntry.ts`. */
declare module "virtual:client-entry" {
  const code: string;
  export default code;
  /** Address of the file with the function that shows the page's typefaces. */
  export const faces: string;
}
