import { questionIds, questionOf } from "../../../server/contract/questions.ts";
import { questionWords } from "../../../components/copy/questions.ts";

/**
 * The choices of all questions that have some, as options of a select. A value is a question's id, a colon and
 * a choice.
 */
export function AnswerOptions() {
  return questionIds.map((id) => {
    const question = questionOf(id);
    const choices = new Map<string, string>(Object.entries(questionWords[id].choices));
    return (
      question.kind !== "text" && (
        <optgroup key={id} label={questionWords[id].ask}>
          {question.choices.map((choice) => (
            <option key={choice} value={`${id}:${choice}`}>
              {choices.get(choice)}
            </option>
          ))}
        </optgroup>
      )
    );
  });
}
