/**
 * Events on the document by which parts of the page tell each other what happened; they share no code, as each comes to the
 * browser without the other. `applied`: a beta application was stored. Sent by the beta form, heard by the welcome card.
 */
export const applied = "keelbook:applied";
