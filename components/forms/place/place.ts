import type { PlaceAnswer } from "../../../server/contract/outcomes.ts";
import { splitPlaceLink } from "../../../server/contract/shareCode.ts";
import { placeWords as words } from "../../copy/place.ts";
import { type Answer, postForm } from "../send.ts";
import { placeKey, recall, remember } from "../../storage.ts";

/** The link that this browser keeps; null if there is none. */
export const keptPlace = (): string | null => recall(placeKey);

/** Keeps the link to a person's place in this browser, or forgets it. */
export const keepPlace = (link: string | null): void => remember(placeKey, link);

/** A parsed answer of `POST /place`, of which nothing is certain. */
type Received = { [Name in keyof PlaceAnswer]?: unknown };

/** Reads what an answer says of a person's place; undefined if it is none. */
export function readPlace(received: Received | undefined): PlaceAnswer | undefined {
  const { place, friends, shareCode, confirmed } = received ?? {};
  if (typeof friends !== "number" || typeof shareCode !== "string") return undefined;
  return { ...(typeof place === "number" ? { place } : {}), friends, shareCode, confirmed: confirmed === true };
}

/** Asks what a link to a person's place shows. */
export const askPlace = (link: string): Promise<Answer> =>
  postForm("/place", "listed", { token: splitPlaceLink(link).place });

/** Says where somebody is on the list, and what moves them. */
export function wordsOf({ place, confirmed }: PlaceAnswer): { title: string; text: string } {
  const { title, text } = words;
  if (!confirmed) return { title: title.unconfirmed, text: text.unconfirmed };
  return { title: place === undefined ? title.first : title.place(place), text: text.confirmed };
}
