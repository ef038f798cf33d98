import { defaultContact } from "../../server/contract/brand.ts";

/** The build's setting. */
function contactOfBuild(): string | undefined {
  try {
    return import.meta.env.PUBLIC_CONTACT;
  } catch {
    // Playwright, which reads words from here, has no `import.meta.env`.
    return undefined;
  }
}

/** Address to which visitors write: that of the build, if it names one. */
export const contact: string = contactOfBuild() || defaultContact;
