// `npm test`: runs all checks and tests, in a fresh clone too. The last line has the counts.
//
//   npm test                                   everything
//   npm test -- --only unit,types              some of: lint boundaries house docs types unit integration build e2e upgrade
//   npm test -- --only unit lib/money/orders   one runner, with its arguments
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Failure, note, printFailure, step } from './steps/output.mjs'
import { onNewEnoughNode } from './steps/runtime.mjs'
import { isStopping, onStopRequest, stopAll } from './steps/stop.mjs'
import { add, none, oneFailed, summaryLine } from './testing/checks.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

function readArguments(given) {
  const rest = [...given]
  const at = rest.indexOf('--only')
  const [only] = at < 0 ? [] : rest.splice(at, 2).slice(1)
  return { only: only?.split(','), rest }
}

function choose(stages, only) {
  const unknown = only?.filter((name) => !stages.flat().some((check) => check.name === name)) ?? []
  if (unknown.length) throw new Failure(`There is no check named ${unknown.join(', ')}.`)
  const isChosen = ({ name, title, isDue, whyNot }) => {
    if (only) return only.includes(name)
    const isNow = isDue?.(root) ?? true
    if (!isNow) note(`${title}: skipped, ${whyNot}`)
    return isNow
  }
  return stages.map((checks) => checks.filter(isChosen))
}

async function runAll() {
  const { only, rest } = readArguments(process.argv.slice(2))
  const { prepareCheckout } = await import('./steps/checkout.mjs')
  await prepareCheckout(root, { isForDevelopment: true })
  const { stages } = await import('./testing/checks.mjs')
  const reports = join(root, '.cache', 'test')
  mkdirSync(reports, { recursive: true })
  let sum = none
  for (const checks of choose(stages, only)) {
    const counts = await Promise.all(
      checks.map(({ title, check }) =>
        step(title, () => check({ root, reports, rest }), {
          summarise: summaryLine,
          isGood: ({ failed }) => failed === 0,
        }),
      ),
    )
    sum = counts.reduce(add, sum)
    if (isStopping()) return add(sum, oneFailed)
  }
  return sum
}

async function end(sum) {
  await stopAll()
  console.log(`\n${summaryLine(sum)}`)
  process.exit(sum.failed > 0 || sum.passed === 0 ? 1 : 0)
}

await onNewEnoughNode(root)
onStopRequest(
  () => end(oneFailed),
  () => process.exit(130),
)
try {
  await end(await runAll())
} catch (error) {
  printFailure(error)
  await end(oneFailed)
}
