interface ImportMetaEnv {
  /** What answers in development: `embedded`, or the mocks of offline mode. No part of a build. */
  readonly PUBLIC_BACKEND?: string;
}
