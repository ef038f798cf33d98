import { setTimeout as sleep } from "node:timers/promises";
import { type Figure, figure, tally } from "../support/figures.ts";
import { withBench } from "../support/part.ts";
import { startStackProcess } from "../support/stackProcess.ts";

const day = 86_400_000;

/** By how much the running stack's clock steps, and back. */
const steps = [400 * day, -2 * day];

async function secondStart(name: string, dataFolder: string): Promise<Figure> {
  const second = await startStackProcess(dataFolder).then(
    async (other) => {
      await other.end("SIGKILL");
      return "started";
    },
    (error: Error) => (error.message.includes("is in use by another stack") ? "refused" : error.message),
  );
  return figure(`${name}: a second start`, second, second === "refused");
}

/** The clock steps while a stack is running, and a second stack is started meanwhile. */
export async function clock(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const step of steps) {
    const name = `${step > 0 ? "+" : ""}${step / day} days`;
    figures.push(
      ...(await withBench(
        async ({ dataFolder, crowd, stack }) => {
          const statuses: number[] = [];
          for (const moment of ["before", "stepped", "back"]) {
            if (moment !== "before") stack().kill("SIGUSR2");
            await sleep(200);
            if (moment === "stepped") figures.push(await secondStart(name, dataFolder));
            for (let n = 0; n < 10; n++) statuses.push((await crowd.visit(stack().url)).status);
          }
          return [
            figure(
              `${name}: answers`,
              tally(statuses),
              statuses.every((status) => status === 201),
            ),
            figure(`${name}: the stack`, stack().lives() ? "alive" : "ended", stack().lives()),
          ];
        },
        undefined,
        { clockStep: step },
      )),
    );
  }
  return figures;
}
