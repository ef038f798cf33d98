/** Version of the waitlist form's text about storing addresses; must change whenever that text does. */
export const consentText = "2026-11-22";
