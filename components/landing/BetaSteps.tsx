import { betaSteps } from "../copy/en/beta.ts";

/** What happens after an application, in order. */
export function BetaSteps() {
  return (
    <ol className="mt-8 grid gap-5">
      {betaSteps.map(({ name, text }, index) => (
        <li key={name} className="flex gap-5">
          <span aria-hidden="true" className="font-display text-3xl/none font-semibold text-brass">
            {index + 1}
          </span>
          <div>
            <h3 className="font-semibold">{name}</h3>
            <p className="text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
