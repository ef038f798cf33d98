import { createHash } from "node:crypto";

export interface PolicySources {
  /** The site's inline scripts and styles, which are allowed by hash. */
  documents: readonly { scripts: readonly string[]; style: string }[];
  /** Supabase's origin, if it differs from the site's. */
  supabaseOrigin: string | undefined;
  recaptcha: boolean;
}

const hashes = (contents: readonly string[]): string[] =>
  [...new Set(contents)].map((content) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`);

/**
 * The Content-Security-Policy of an export (CSP level 3). Google's sources are those that its reCAPTCHA FAQ names;
 * its widget also sets style attributes.
 */
export function contentSecurityPolicy({ documents, supabaseOrigin, recaptcha }: PolicySources): string {
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'none'"],
    "script-src": [
      "'self'",
      ...hashes(documents.flatMap(({ scripts }) => scripts)),
      ...(recaptcha ? ["https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/"] : []),
    ],
    "style-src": hashes(documents.map(({ style }) => style)),
    ...(recaptcha && { "style-src-attr": ["'unsafe-inline'"] }),
    "img-src": ["'self'"],
    "font-src": ["'self'"],
    "connect-src": [
      "'self'",
      ...(supabaseOrigin ? [supabaseOrigin] : []),
      // Google's FAQ does not name it, but its script reports to recaptcha/api2/clr from the page itself, not from
      // its frame.
      ...(recaptcha ? ["https://www.google.com/recaptcha/"] : []),
    ],
    // The captcha's proof of work is done in a worker.
    "worker-src": recaptcha ? ["'none'"] : ["'self'"],
    ...(recaptcha && { "frame-src": ["https://www.google.com/recaptcha/", "https://recaptcha.google.com/recaptcha/"] }),
    // Google's scripts create Trusted Types policies whose names Google may change at any time (docs/decisions/0073).
    ...(!recaptcha && { "require-trusted-types-for": ["'script'"], "trusted-types": ["captcha-worker"] }),
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(" "))
    .join("; ");
}
