/** Words for who is signed in, or follows a sign-in link. */
export const authWords = {
  welcome: {
    title: "Welcome",
    signedInAs: "Signed in as",
    signOut: { idle: "Sign out", submitting: "Signing out..." },
    signedOut: "You are signed out.",
  },
  access: {
    loading: "Looking up your beta application…",
    states: {
      pending: "Your beta application is being reviewed. We reply within 48 hours of receiving it.",
      accepted: "Your beta application was accepted. Welcome aboard!",
      declined: "We could not offer you a place in this beta. Thank you for applying.",
      none: "You have not applied for beta access with this address yet.",
      unknown: "Your beta application could not be looked up.",
    },
    tryAgain: "Try again",
    apply: "Apply for beta access",
  },
  link: {
    title: "Not signed in",
    limited: "Please wait a few minutes, then reload the page.",
    lost: "Check your connection, then reload the page.",
    spent: "This sign-in link has expired or was already used.",
  },
};
