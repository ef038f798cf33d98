/** The form of the beta section (spec section 2, item 7). */
export function BetaForm() {
  return <form method="post" data-form="beta" />;
}
