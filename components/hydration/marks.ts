/** On a form: React answers its submit event. */
export const liveMark = "data-live";
/** On an island: its form was sent before it was live. */
export const sentMark = "data-sent";
/** On `<html>` while a session is being restored; CSS shows the spinner for it (requirements 2). */
export const authMark = "data-auth";
