import { defaultContact } from "../../server/contract/brand.ts";

/** PUBLIC_CONTACT of the build, by vite.config.ts. Playwright, which reads words from here, has no `import.meta.env`. */
declare const contactOfBuild: string | undefined;

/** Address to which visitors write: that of the build, if it names one. */
export const contact: string = typeof contactOfBuild === "undefined" ? defaultContact : contactOfBuild;
