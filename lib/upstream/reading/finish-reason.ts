/** How an answer ended. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter'

const FILTERED =
  /filter|safety|unsafe|sensitive|policy|moderat|block|prohibit|guardrail|refus|recitation|toxic|risk|violat|spii|censor|inspection/
const FAILED =
  /error|fail|abort|cancel|exception|time_?out|timed_out|interrupt|overload|unavailable|insufficient|disconnect|malformed|unexpected|rate_limit|unload/
const CUT = /length|max|limit|truncat|context|incomplete|too_many|budget/
const CALLS = /tool|function/

/** Of longer words nothing is read: they are a stranger's. */
const LONGEST = 64

/**
 * An upstream's finish reason as one of OpenAI's; `failed`: it did not answer; `unknown`: whole, if the answer is; null: none
 * yet. Vendors have dozens of words for the same, so they are told apart by what they contain.
 */
export function readFinishReason(value: unknown): FinishReason | 'failed' | 'unknown' | null {
  if (typeof value !== 'string') return null
  const word = value
    .slice(0, LONGEST)
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  if (word === 'stop' || word === 'length' || word === 'tool_calls' || word === 'content_filter') return word
  if (word === '' || word === 'null' || word === 'none') return null
  if (FILTERED.test(word)) return 'content_filter'
  if (FAILED.test(word)) return 'failed'
  if (CUT.test(word)) return 'length'
  return CALLS.test(word) ? 'tool_calls' : 'unknown'
}

/** What a client is told: calls of tools are an end of their own, and where nothing is called there is none. */
export function toldReason(
  reason: FinishReason | 'unknown',
  hasCalls: boolean,
  hasLegacyCall: boolean,
): FinishReason {
  if (reason === 'length' || reason === 'content_filter') return reason
  return hasCalls || hasLegacyCall ? 'tool_calls' : 'stop'
}
