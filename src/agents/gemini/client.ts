/** Tokens. The client assumes this window for every model (`tokenLimit` in its sources). */
export const CONTEXT_WINDOW = 1_048_576;

/** The tool that calls a subagent. */
export const SUBAGENT_TOOL = "invoke_agent";
