/** Error message of an empty required field, on the page and in the backend. */
export const missing = {
  name: "Enter your name.",
  email: "Enter an e-mail address.",
  role: "Choose the role that fits you best.",
  reason: "Enter your reason.",
};
