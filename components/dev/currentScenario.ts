import { type Scenario, scenarioOf, scenarios } from "../../server/mocks/scenarios.ts";

/** The scenario this page was opened with. */
export const currentScenario = (): Scenario => scenarios[scenarioOf(location.search)];
