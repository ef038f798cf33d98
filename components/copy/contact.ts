import { defaultContact } from "../../server/contract/brand.ts";

/** The build's setting; Playwright, which reads words from here, has no `import.meta.env`. */
const set = typeof import.meta.env === "undefined" ? undefined : import.meta.env.PUBLIC_CONTACT;

/** Address to which visitors write: that of the build, if it names one. */
export const contact: string = set || defaultContact;
