import { couldNotLoad } from "../copy/en/loading.ts";

/** Carries out a mail link. */
export interface LinkCode {
  followLink: (hash: string) => void;
}

/**
 * Removes the token of a mail link from the address before anything else is loaded, and then follows the link. Other visitors never
 * download the code for it.
 */
export function startMailLinks(fetchCode: () => Promise<LinkCode>): void {
  const follow = () => {
    const { href, hash } = location;
    if (!/^#(confirm|unsubscribe)=/u.test(hash)) return;
    const put = (address: string) => history.replaceState(null, "", address);
    put(href.replace(hash, ""));
    fetchCode().then(
      ({ followLink }) => followLink(hash),
      () => {
        // So that the reload which the message suggests works.
        put(href);
        alert(couldNotLoad);
      },
    );
  };
  follow();
  addEventListener("hashchange", follow);
}
