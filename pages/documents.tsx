import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { headScript as authScript } from "../components/auth/headScript.ts";
import { language } from "../components/copy/en/language.ts";
import { headScript as formsScript } from "../components/forms/headScript.ts";
import { Head } from "../components/landing/Head.tsx";
import { LandingPage } from "../components/landing/LandingPage.tsx";
import { mailGatewayScript, NotFoundPage } from "../components/landing/NotFoundPage.tsx";
import styles from "../components/styles.css?inline";

/** A document of the site, complete without scripts and with no request that its first paint waits for. */
export interface SiteDocument {
  html: string;
  /** What is inline in it, for the hashes of the Content-Security-Policy. */
  scripts: string[];
  style: string;
}

interface Parts {
  Page: ComponentType;
  notFound: boolean;
  /** Run before the first paint. */
  headScript: string;
  /** Module that runs when the document is complete. */
  entry?: string;
}

function render({ Page, notFound, headScript, entry }: Parts): SiteDocument {
  const html = `<!doctype html>
<html lang="${language.code}">
<head>
<meta charset="utf-8">
<script>${headScript}</script>
${renderToString(<Head notFound={notFound} />)}
<style>${styles}</style>
</head>
<body>${renderToString(<Page />)}${entry === undefined ? "" : `<script type="module">${entry}</script>`}</body>
</html>`;
  return { html, scripts: entry === undefined ? [headScript] : [headScript, entry], style: styles };
}

/**
 * The documents of the site, by their file names.
 * @param entry code of the landing page's module: `client.ts`, or an import of it
 */
export const renderDocuments = (entry: string): Record<string, SiteDocument> => ({
  "index.html": render({ Page: LandingPage, notFound: false, headScript: authScript + formsScript, entry }),
  "404.html": render({ Page: NotFoundPage, notFound: true, headScript: mailGatewayScript }),
});
