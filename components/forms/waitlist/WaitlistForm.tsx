/** The form of the waitlist section (spec section 2, item 6). */
export function WaitlistForm() {
  return <form method="post" data-form="waitlist" />;
}
