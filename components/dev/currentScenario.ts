import { type Scenario, scenarioOf, scenarios } from "../../server/mocks/scenarios.ts";

/** The scenario with which this page was opened. */
export const currentScenario = (): Scenario => scenarios[scenarioOf(location.search)];
