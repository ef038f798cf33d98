import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { dangerouslySkipEscape } from "vike/server";
import type { PageContextServer } from "vike/types";
import entry, { faces } from "virtual:client-entry";
import { headScript as authScript } from "../components/auth/headScript.ts";
import { headScript as formsScript } from "../components/forms/headScript.ts";
import { Head } from "../components/landing/Head.tsx";
import { mailGatewayScript } from "../components/landing/NotFoundPage.tsx";
import styles from "../components/styles.css?inline";

/** What is inline in a document, for the hashes of the Content-Security-Policy. */
export interface InlineParts {
  scripts: string[];
  style: string;
}

declare global {
  namespace Vike {
    interface PageContext {
      Page: ComponentType;
      inlineParts?: InlineParts;
    }
  }
}

/** Linked in development, where Vite replaces it in the open page (`scripts/dev/documents.ts`). */
const style = import.meta.env.DEV
  ? `<link rel="stylesheet" href="${import.meta.env.BASE_URL}components/styles.css">`
  : `<style>${styles}</style>`;

/** Renders a page's document, complete without scripts and with no request that its first paint waits for. */
export default function onRenderHtml({ Page, is404 }: PageContextServer) {
  const notFound = is404 === true;
  // On both pages the typefaces come after the first paint.
  const script = notFound
    ? `new PerformanceObserver((_,paint)=>{paint.disconnect();import("${faces}").then(m=>m.showFaces(),()=>{})}).observe({type:"paint",buffered:true})`
    : entry;
  // Line breaks can be removed, because all statements of these scripts end with a semicolon or a brace.
  const headScript = (notFound ? mailGatewayScript : authScript + formsScript).replaceAll(/\n\s*/gu, "");
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<script>${headScript}</script>
${renderToString(<Head notFound={notFound} />)}
${style}
</head>
<body>${renderToString(<Page />)}<script type="module">${script}</script></body>
</html>`;
  const inlineParts: InlineParts = { scripts: [headScript, script], style: styles };
  return { documentHtml: dangerouslySkipEscape(html), pageContext: { inlineParts } };
}
