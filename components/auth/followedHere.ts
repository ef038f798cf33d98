/** Key in `localStorage`: the spent token of the link that was the last to sign in here, and the id of whom it signed in. */
const key = "keelbook-link-followed";

/** Remembers that a link has signed a user in, who may follow it again. */
export function rememberFollowed(token: string, user: string): void {
  try {
    localStorage.setItem(key, `${token} ${user}`);
  } catch {
    // If the browser refuses storage, the link says that it was used.
  }
}

/** The id of whom the link with this token has signed in here; undefined if that was not the last link. */
export function followedHere(token: string): string | undefined {
  try {
    const [followed, user] = (localStorage.getItem(key) ?? "").split(" ");
    return followed === token ? user : undefined;
  } catch {
    return undefined;
  }
}
