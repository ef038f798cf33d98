export { record } from "../cli/csv.ts";
