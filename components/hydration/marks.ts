/** On a form: its submit event is answered. It says `react` once that is by React. */
export const liveMark = "data-live";
/** On an island: its form was sent before it was live. */
export const sentMark = "data-sent";
