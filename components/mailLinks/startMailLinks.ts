import { couldNotLoad } from "../copy/en/loading.ts";

/** What follows the link of a mail. */
export interface LinkCode {
  followLink: (hash: string) => void;
}

/**
 * Takes the token of a mail's link out of the address before anything is loaded, and has the link followed. Who follows none
 * never downloads the code for it.
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
        // For the reload that the words speak of.
        put(href);
        alert(couldNotLoad);
      },
    );
  };
  follow();
  addEventListener("hashchange", follow);
}
