import { AppError } from '@/lib/platform/errors'
import { formatUsd } from '@/lib/platform/money'
import { findSuite } from './internal/find-suite'
import { findRun, listResultRows, type ResultRow } from './repository'
import { ItemOutcome, type ItemResult, type ResultsQuery, type ResultsReply, SuiteId } from './schema'

const QUESTION_CHARACTERS = 2000

/** What came of each item of a run, in the order in which they were answered. Throws `not_found`. */
export async function listResults(id: string, { suite, outcome }: ResultsQuery): Promise<ResultsReply> {
  if ((await findRun(id)) === null) throw new AppError('not_found')
  const rows = await listResultRows(id, { suiteId: suite, outcome })
  return { data: rows.map(toItemResult) }
}

function toItemResult(row: ResultRow): ItemResult {
  const suiteId = SuiteId.parse(row.suiteId)
  return {
    suite: suiteId,
    item: row.itemId,
    outcome: ItemOutcome.parse(row.outcome),
    reason: row.reason,
    question: questionOf(suiteId, row.itemId),
    answer: row.answer,
    request_id: row.requestId,
    cost: formatUsd(row.costNanos),
    latency_ms: row.latencyMs,
  }
}

/** The last thing that the user said; the end of it where it is long, for there the question is. */
function questionOf(suiteId: SuiteId, itemId: string): string | null {
  const item = findSuite(suiteId).items.find(({ id }) => id === itemId)
  const said = item?.question.messages.findLast(({ role }) => role === 'user')?.content ?? null
  return said !== null && said.length > QUESTION_CHARACTERS ? `…${said.slice(-QUESTION_CHARACTERS)}` : said
}
