import { linkCouldNotLoad } from "../copy/loading.ts";

/** Carries out a mail link. */
interface LinkCode {
  followLink: (hash: string) => void;
}

/**
 * Removes the token of a mail link from the address before anything else is loaded, and then follows the link. Other visitors never
 * download the code for it.
 */
export function startMailLinks(fetchCode: () => Promise<LinkCode> = () => import("./followLink.ts")): void {
  const follow = () => {
    const { hash, pathname, search } = location;
    if (!/^#(confirm|unsubscribe|place)=/u.test(hash)) return;
    history.replaceState(null, "", pathname + search);
    fetchCode().then(
      ({ followLink }) => followLink(hash),
      () => alert(linkCouldNotLoad),
    );
  };
  follow();
  addEventListener("hashchange", follow);
}
