/** On a form: React answers its submit event. */
export const liveMark = "data-live";
/** On an island: its form was sent before it was live. */
export const sentMark = "data-sent";
