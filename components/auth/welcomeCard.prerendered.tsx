import { renderToString } from "react-dom/server";
import { readTree } from "../hydration/readTree.ts";
import { WelcomeCard } from "./card/WelcomeCard.tsx";
import { nameParts } from "./userName.ts";

/** Stands for the user's name. */
const greeted = "name@domain";
const never = () => new Promise<never>(() => undefined);

/** The welcome card as it is at first, to be filled with the two parts of a name (docs/decisions/0185). */
export const welcomeCard = readTree(
  renderToString(<WelcomeCard greeted={greeted} signOut={never} loadBetaAccess={never} restore={never} />),
  nameParts(greeted),
);
