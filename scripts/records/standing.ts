/** A person's status on the list that a file comes from, from weak to strong: where a row gives several, the strongest counts. */
export const standings = ["listed", "unsubscribed", "bounced", "complained"] as const;
/** One of the {@link standings}. */
export type Standing = (typeof standings)[number];

/** Whether a text names a standing. */
export const isStanding = (text: string): text is Standing => standings.some((standing) => standing === text);

/** How strong a standing is. */
export const strength = (standing: Standing): number => standings.indexOf(standing);

/** The stronger of two standings; the first where they are equal. */
export const stronger = (a: Standing, b: Standing): Standing => (strength(a) >= strength(b) ? a : b);
