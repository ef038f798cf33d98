/** Attribute of a form whose submit event is handled; `react` once React does it. */
export const liveMark = "data-live";
/** Attribute of an island whose form was submitted before it worked. */
export const sentMark = "data-sent";
