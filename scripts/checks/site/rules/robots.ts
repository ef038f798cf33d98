/** A line of robots.txt (RFC 9309). */
export interface RobotsRecord {
  field: string;
  value: string;
}

/** The lines of robots.txt that say something. */
export const robotsRecords = (text: string): RobotsRecord[] =>
  text.split(/\r?\n/u).flatMap((line) => {
    const [, field = "", value = ""] = /^\s*([\w-]+)\s*:\s*([^#]*)/u.exec(line) ?? [];
    return field === "" ? [] : [{ field: field.toLowerCase(), value: value.trim() }];
  });

/** The robots by whose index people find the page. */
export const searchEngines = ["googlebot", "bingbot"];

const isSearchEngine = (agent: string): boolean => agent === "*" || searchEngines.includes(agent);

/** Paths that search engines are kept out of. Hosts add groups of rules for other robots, such as those that collect texts. */
export function deniedPaths(records: readonly RobotsRecord[]): string[] {
  const denied: string[] = [];
  let agents: string[] = [];
  let ruled = false;
  for (const { field, value } of records) {
    if (field === "user-agent") {
      agents = ruled ? [value.toLowerCase()] : [...agents, value.toLowerCase()];
      ruled = false;
    } else if (field === "allow" || field === "disallow") {
      ruled = true;
      if (field === "disallow" && value !== "" && agents.some(isSearchEngine)) denied.push(value);
    }
  }
  return denied;
}
