import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { PeopleFilters } from "./PeopleFilters.tsx";

afterEach(cleanup);

it("says in its own words what is wrong with a day, and leaves the list as it is until that is mended", () => {
  const onChange = vi.fn();
  const ignore = () => undefined;
  const request = { order: "newest", since: "2026-05-04" } as const;
  render(
    <PeopleFilters
      {...{ request, onChange, groups: undefined, typed: "", searchRef: null, onType: ignore, onEnter: ignore }}
    />,
  );
  const day = screen.getByLabelText("Since a day");
  for (const value of ["", "9999-01-01"]) {
    fireEvent.change(day, { target: { value } });
    expect(screen.getByText("Give a day up to today.").id).toBe(day.getAttribute("aria-describedby"));
  }
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.change(day, { target: { value: "2026-05-05" } });
  expect(onChange).toHaveBeenCalledWith({ since: "2026-05-05" });
  expect(screen.queryByText("Give a day up to today.")).toBeNull();
});
