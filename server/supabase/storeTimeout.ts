/** Time limit of a use case of the store, in ms, on every host: that of a hosted project. A form then answers `store_unavailable`. */
export const storeTimeout = 8000;
