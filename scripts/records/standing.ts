/** How a person stands with the list a file comes from, from weak to strong: the strongest of a row counts. */
export const standings = ["listed", "unsubscribed", "bounced", "complained"] as const;
export type Standing = (typeof standings)[number];

export const isStanding = (text: string): text is Standing => standings.some((standing) => standing === text);

/** How strong a standing is. */
export const strength = (standing: Standing): number => standings.indexOf(standing);

export const stronger = (a: Standing, b: Standing): Standing => (strength(a) >= strength(b) ? a : b);
