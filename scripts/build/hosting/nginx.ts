import type { SiteHeaders } from "../../../server/http/siteHeaders.ts";

const lines = (headers: Record<string, string>, always = "") =>
  Object.entries(headers)
    .map(([name, value]) => `    add_header ${name} "${value}"${always};`)
    .join("\n");

/**
 * The operator's headers, such as HSTS, are in a file of this name beside nginx.conf's others. The name is written
 * as a pattern because nginx does not start when an included file is missing. A `*` would match an editor's copy,
 * too.
 */
const more = "    include snippets/keelbook-headers[.]conf;";

/**
 * A snippet for nginx's `server` block. A location that sets headers inherits none, so each location repeats them
 * all and includes the operator's headers.
 */
export function nginxConf({ base, everywhere, documents, assets, pages }: SiteHeaders): string {
  return `# Include in the server block whose root holds the export${base === "/" ? "" : ` in its folder ${base}`}.
gzip_static on;
gzip_vary on;
# With the module ngx_brotli:
# brotli_static on;
error_page 404 ${base}404.html;

location ${base} {
    # Logs would have visitors' addresses, and those of a missing file, too.
    access_log off;
    log_not_found off;
${lines({ ...everywhere, ...documents }, " always")}
${lines(pages, " always")}
${more}
    try_files $uri $uri/index.html =404;
}

location ${base}assets/ {
    access_log off;
    log_not_found off;
${lines({ ...everywhere, ...documents }, " always")}
${lines(assets)}
${more}
    try_files $uri =404;
}
`;
}
