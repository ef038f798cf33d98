import { render } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import { example } from "./example.ts";
import { pageWords } from "../copy/page.ts";
import { Features } from "../landing/Features.tsx";
import { HeroScene, unitsPerEuro } from "./HeroScene.tsx";
import { Analytics } from "./Analytics.tsx";

const { past, today, lowest, expected, reserve } = example.cash;
const sail = { title: "", client: "", rows: [], total: ["", ""], action: "" } as const;

const heights = (element: React.JSX.Element): number[] =>
  Array.from(render(element).container.querySelectorAll("circle[r='5'], circle[r='6']"), (node) =>
    Number(node.getAttribute("cy")),
  );

const offBy = (height = 0, right = 0) => Math.abs(height - right);

it("draws every balance at its height, in the hero and above and below the reserve of the analytics", () => {
  const hero = heights(<HeroScene sail={sail} cashFlow />);
  const shown = [...past, today, lowest, expected];
  expect(hero).toHaveLength(shown.length);
  for (const [index, { amount }] of shown.entries())
    expect(offBy(hero[index], (hero[3] ?? 0) + (today.amount - amount) * unitsPerEuro)).toBeLessThan(1);
  const card = heights(<Analytics />);
  for (const [index, { amount }] of [today, lowest, expected].entries())
    expect(offBy(card[index], 112 + (reserve.amount - amount) * unitsPerEuro)).toBeLessThan(1);
});

it("shows a card that has no picture of its own with the waterline alone", () => {
  const [card] = pageWords.features.cards;
  const { picture } = card ?? {};
  Object.assign(card ?? {}, { picture: undefined });
  onTestFinished(() => void Object.assign(card ?? {}, { picture }));
  const pictures = render(<Features />).container.querySelectorAll("li .picture");
  expect(pictures).toHaveLength(pageWords.features.cards.length);
  expect([...pictures].filter((drawing) => !drawing.querySelector("text"))).toHaveLength(1);
});
