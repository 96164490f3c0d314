// How an estimate and a run look in a terminal.
const dollars = (decimal) => `$${decimal.replace(/(\.\d\d\d*?)0+$/, '$1')}`
const thousands = (count) => count.toLocaleString('en-US')

function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const line = (row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('   ')
  return rows.map((row) => `  ${line(row)}`.trimEnd()).join('\n')
}

export function describeEstimate(estimate) {
  const rows = estimate.suites.map(({ category, items, prompt_tokens, max_completion_tokens }) => [
    category,
    thousands(items),
    `about ${thousands(prompt_tokens)}`,
    `up to ${thousands(max_completion_tokens)}`,
  ])
  return [
    `${estimate.model_id}: ${thousands(estimate.items)} items`,
    '',
    table([['Suite', 'Items', 'Tokens asked', 'Tokens answered'], ...rows]),
    '',
    `  It costs from ${dollars(estimate.min_cost)} to ${dollars(estimate.max_cost)}: how much, the length of the answers decides.`,
    '',
  ].join('\n')
}

export function describeProgress({ status, done, items, cost, suites }) {
  const passed = suites.reduce((sum, suite) => sum + suite.passed, 0)
  return status === 'queued'
    ? 'waiting for a worker'
    : `${done} of ${items} items, ${passed} passed, ${dollars(cost)}`
}

const interval = ({ low, high }) => (low === null ? '–' : `${low.toFixed(1)}–${high.toFixed(1)}`)
const seconds = (ms) => (ms === null ? '–' : `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`)

export function describeRun(run) {
  const rows = run.suites.map((suite) => [
    suite.category,
    suite.score === null ? '–' : `${suite.score.toFixed(1)} %`,
    interval(suite),
    `${suite.passed}/${suite.passed + suite.failed}`,
    suite.unanswered === 0 ? '' : `${suite.unanswered} unanswered`,
    seconds(suite.latency_p50_ms),
    dollars(suite.cost),
    `portico-${suite.id}@${suite.version}`,
  ])
  const head = ['Suite', 'Score', '95 % interval', 'Passed', '', 'Median', 'Cost', 'Source']
  return [
    `${run.model_id}: ${run.status}${run.providers.length > 0 ? `, served by ${run.providers.join(', ')}` : ''}`,
    ...(run.failure ? ['', `  ${run.failure}`] : []),
    '',
    table([head, ...rows]),
    '',
    `  Cost ${dollars(run.cost)}, run ${run.id}. ${standing(run)}`,
    '',
  ].join('\n')
}

function standing({ status, is_ranked, id }) {
  if (status === 'completed' && is_ranked) return 'Whole suites stand in the rankings.'
  if (status === 'completed') return 'Not ranked: only whole suites with every item answered are.'
  return `Go on with: npm run benchmark -- --resume ${id}`
}

export function describeRuns(runs) {
  if (runs.length === 0) return 'There are no runs yet.'
  const rows = runs.map((run) => [
    run.id,
    run.model_id,
    run.status,
    `${run.done}/${run.items}`,
    dollars(run.cost),
    run.created_at,
  ])
  return table([['Run', 'Model', 'Status', 'Items', 'Cost', 'Begun'], ...rows])
}
