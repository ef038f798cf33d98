import { openWords } from "../copy/open.ts";
import { site } from "../site.ts";
import { primaryButton } from "../ui/button.ts";

const { action, start } = openWords;
const link = "font-semibold text-sea underline underline-offset-4";

/** What stands in the place of both forms once the product is open (PUBLIC_PRODUCT_URL), with the section's own words. */
export const openCard = {
  ...start,
  card: (
    <>
      <a href={site.product} className={`${primaryButton} print:hidden`}>
        {action}
      </a>
      <p className="hidden print:block">{start.onPaper(site.product ?? "")}</p>
      <p className="mt-6">{start.waitlist}</p>
      {/* Links to the form lead here. */}
      <p id="beta" className="mt-4 wrap-anywhere text-muted">
        {`${start.beta} `}
        <a href="#sign-in" className={link}>
          {start.signIn}
        </a>
        {`, ${start.write} `}
        <a href={`mailto:${site.contact}`} className={link}>
          {site.contact}
        </a>
      </p>
    </>
  ),
};
