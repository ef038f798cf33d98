/** A person's status on the list that a file comes from, from weak to strong: where a row gives several, the strongest counts. */
export const standings = ["listed", "unsubscribed", "bounced", "complained"] as const;
/** One of the {@link standings}. */
export type Standing = (typeof standings)[number];

/** Whether a text names a standing. */
export const isStanding = (text: string): text is Standing => standings.some((standing) => standing === text);

/** Whether a standing withdraws consent. A bounce does not, and hides no other that does. */
export const withdraws = (standing: Standing): boolean => standing === "unsubscribed" || standing === "complained";

/** How strong a standing is. */
const strength = (standing: Standing): number => standings.indexOf(standing);

/** The stronger of two standings; the first where they are equal. */
export const stronger = (a: Standing, b: Standing): Standing => (strength(a) >= strength(b) ? a : b);
