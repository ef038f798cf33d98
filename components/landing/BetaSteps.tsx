import { betaSteps } from "../copy/en/beta.ts";

/** What happens after an application, in order. */
export function BetaSteps() {
  return (
    <ol className="milestones">
      {betaSteps.map(({ name, text }, index) => (
        <li key={name} data-reached={index === 0 || undefined}>
          <h3 className="font-semibold">{name}</h3>
          <p className="text-muted">{text}</p>
        </li>
      ))}
    </ol>
  );
}
