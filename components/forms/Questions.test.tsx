import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { standInToken } from "../../server/mocks/captcha.ts";
import { useMockedBackend } from "../testkit/mockedBackend.ts";
import { Questions } from "./Questions.tsx";
import { postForm } from "./send.ts";

vi.mock("../../server/contract/questions.ts", async (actual) => {
  const questions = { tools: { kind: "several", choices: ["app", "paper", "none"] }, why: { kind: "text" } };
  const questionOf = (id: "tools" | "why") => questions[id];
  return { ...(await actual<object>()), questions, questionIds: ["tools", "why"], questionOf };
});
vi.mock("../copy/questions.ts", () => ({
  questionWords: {
    tools: { ask: "What do you use?", choices: { app: "An app", paper: "Paper", none: "Nothing" } },
    why: { ask: "What would help?", choices: {} },
  },
}));
afterAll(() => {
  vi.doUnmock("../../server/contract/questions.ts");
  vi.doUnmock("../copy/questions.ts");
});

const backend = useMockedBackend();
afterEach(cleanup);

it("are answered by several choices or a text, too, which a button or Enter saves, but not while there is none", async () => {
  const answer = await postForm("/waitlist", "joined", { email: "mary@example.com", captcha: standInToken("solved") });
  if (answer.kind !== "accepted" || !answer.person) throw new Error("Nobody joined.");
  render(<Questions person={answer.person} />);
  const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));
  await save();
  await userEvent.click(screen.getByRole("checkbox", { name: "Paper" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "An app" }));
  await save();
  const text = await screen.findByRole("textbox", { name: "Question 2 of 2 What would help?" });
  await userEvent.type(text, " Fewer forms {Enter}");
  await screen.findByText("Thank you. That’s all we ask.");
  expect(backend.state.waitlist.map(({ answers }) => answers)).toEqual([
    { tools: ["app", "paper"], why: "Fewer forms" },
  ]);
  expect(backend.calls.filter(({ name }) => name.endsWith("/answers"))).toHaveLength(2);
});
