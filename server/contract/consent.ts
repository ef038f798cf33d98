/** Version of what the waitlist form says that an address is stored for; a new one whenever those words change. */
export const consentText = "2026-11-22";
