import { renderToString } from "react-dom/server";
import { readTree } from "../hydration/readTree.ts";
import { WelcomeCard } from "./card/WelcomeCard.tsx";
import { nameParts } from "./userName.ts";

/** Placeholder of the user's name. */
const greeted = "name@domain";
const never = () => new Promise<never>(() => undefined);

/** The initial welcome card, to be filled with the two parts of a name (docs/decisions/0185). */
export const welcomeCard = readTree(
  renderToString(<WelcomeCard greeted={greeted} signOut={never} loadBetaAccess={never} restore={never} />),
  nameParts(greeted),
);
