/**
 * What the page runs that acknowledges a post without script, `/ask/question-sent.html`: it takes away the
 * draft of src/services/drafts.ts. Nothing else is loaded there.
 */
export const answerScript =
  "try{delete localStorage['draft '+location.pathname.replace(/-sent(\\.html)?$/,'')]}catch{}";
