/** Said of a required field with nothing in it, by the page and by the backend. */
export const missing = {
  name: "Enter your name.",
  email: "Enter an e-mail address.",
  role: "Choose the role that fits you best.",
  reason: "Enter your reason.",
};
