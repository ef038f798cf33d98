import { locale } from "../../server/contract/brand.ts";

/** Words that say where somebody is on the waitlist; the rest of what they see is in leaving.ts. */
export const placeWords = {
  title: {
    place: (place: number) => `You are number ${place.toLocaleString(locale)}.`,
    first: "You are among the first.",
    unconfirmed: "One step left: confirm",
  },
  text: {
    confirmed: "Friends who confirm can move you up.",
    unconfirmed: "Open the link that we emailed you. Then you have your place.",
  },
};
