export { neutralise, restore } from "../cli/csv.ts";
