/**
 * Events on the document, by which parts of the page that share no code notify each other. `applied`: a beta application was
 * stored; sent by the beta form, received by the welcome card.
 */
export const applied = "keelbook:applied";
