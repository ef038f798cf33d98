import { counters } from "../../../server/captcha/altcha.ts";
import type { JoinSteps } from "./joinSteps.ts";

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * When each answer would have come if the captcha had taken the mean number of keys: how many it takes is drawn for each challenge. What a
 * key takes is the slope of the line through all joins of an export (least squares), as the work goes on while other things are done.
 */
export function acceptedByMeanWork(joins: readonly JoinSteps[]): number[] {
  const middle = mean(joins.map(({ counter }) => counter));
  const late = mean(joins.map(({ accepted }) => accepted));
  const both = mean(joins.map(({ counter, accepted }) => (counter - middle) * (accepted - late)));
  const spread = mean(joins.map(({ counter }) => (counter - middle) ** 2));
  const perKey = spread === 0 ? 0 : both / spread;
  return joins.map(({ counter, accepted }) => accepted - perKey * (counter - (counters - 1) / 2));
}
