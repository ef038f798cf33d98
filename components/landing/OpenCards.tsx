import { openWords } from "../copy/open.ts";
import { site } from "../site.ts";
import { primaryButton } from "../ui/button.ts";

const { action, waitlist, beta } = openWords;
const link = "font-semibold text-sea underline underline-offset-4";

const WayIn = () => (
  <a href={site.product} className={primaryButton}>
    {action}
  </a>
);

/** What stands in the place of each form once the product is open (PUBLIC_PRODUCT_URL), with the section's own words. */
export const openCards = {
  waitlist: {
    ...waitlist,
    card: (
      <>
        <WayIn />
        <p className="mt-4 text-muted">{waitlist.hint}</p>
      </>
    ),
  },
  beta: {
    ...beta,
    card: (
      <>
        <WayIn />
        <p className="mt-4 wrap-anywhere text-muted">
          {`${beta.ask} `}
          <a href="#sign-in" className={link}>
            {beta.signIn}
          </a>
          {`, ${beta.write} `}
          <a href={`mailto:${site.contact}`} className={link}>
            {site.contact}
          </a>
        </p>
      </>
    ),
  },
};
