import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { axisUpTo, BarChart } from "./BarChart.tsx";

afterEach(cleanup);

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [17, [0, 5, 10, 15, 20]],
  [1000, [0, 500, 1000]],
  [88_123, [0, 50_000, 100_000]],
])("has few round numbers at its axis for at most %i", (most, numbers) => expect(axisUpTo(most)).toEqual(numbers));

it("tells its values to the arrow keys, from the newest back, and stops at both ends", () => {
  const bars = [3, 1, 2].map((value, n) => ({ name: `Day ${n}`, value, tick: String(n), isOpen: n === 2 }));
  render(<BarChart bars={bars} label="6 in 3 days" counts="Joined" mostTicks={2} />);
  const chart = screen.getByRole("slider", { name: "6 in 3 days" });
  const after = (key: string) => {
    fireEvent.keyDown(chart, { key });
    return chart.getAttribute("aria-valuetext");
  };
  expect(["ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight"].map(after)).toEqual([
    "Day 2. Joined: 2",
    "Day 1. Joined: 1",
    "Day 0. Joined: 3",
    "Day 0. Joined: 3",
    "Day 1. Joined: 1",
  ]);
  expect(["End", "ArrowRight", "Home"].map(after)).toEqual([
    "Day 2. Joined: 2",
    "Day 2. Joined: 2",
    "Day 0. Joined: 3",
  ]);
});
