/**
 * HTML that only Outlook for Windows reads, which renders mails with Word's engine; it need not be balanced. React writes no comments, so
 * this is a template element until `npm run mails` makes it one.
 */
export function ForOutlook({ html }: { html: string }) {
  return <template dangerouslySetInnerHTML={{ __html: html }} />;
}
