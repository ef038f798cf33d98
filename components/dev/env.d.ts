interface ImportMetaEnv {
  /** The backend in development: `embedded`, or otherwise the mocks of offline mode. Not part of a build. */
  readonly PUBLIC_BACKEND?: string;
}
