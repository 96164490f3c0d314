// `npm run catalog:update FILE`: reads a newer price list from a JSON file (our own format, LiteLLM's or models.dev's), shows what
// changes, asks, writes new versions of the prices an operator has not set, and adds models: those of a file in our own format, of
// another those that `--add NAME` names (`*` stands for anything). `--yes` does not ask; without it and without a terminal nothing is
// written. With DATABASE_URL it runs beside running processes, which use the prices immediately; otherwise Portico must be stopped.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { runCommand, withDatabase } from './steps/command.mjs'
import { Failure, note } from './steps/output.mjs'

const MOST_UNKNOWN = 20
const USAGE = 'Usage: npm run catalog:update FILE [-- --yes] [--add NAME …]'

function readArguments() {
  try {
    const add = { type: 'string', multiple: true, default: [] }
    return parseArgs({ options: { yes: { type: 'boolean', default: false }, add }, allowPositionals: true })
  } catch {
    throw new Failure(USAGE)
  }
}

function readFile(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Failure(`${path} cannot be read as JSON: ${error.message}`)
  }
}

function show({ changes, kept, unknown }, chosen, differenceOf, amount) {
  for (const [title, list] of [
    ['New prices', changes],
    ['Set in the console, kept', kept],
  ]) {
    if (list.length > 0) console.log(`\n${title}:`)
    for (const { modelId, providerId, before, after } of list) {
      console.log(`  ${modelId} at ${providerId}`)
      for (const { rate, before: old, after: young } of differenceOf(before, after))
        console.log(`    ${rate.padEnd(16)} ${amount(rate, old)} → ${amount(rate, young)}`)
    }
  }
  if (chosen.length > 0) console.log('\nNew models:')
  for (const { model, providerId, upstreamId } of chosen)
    console.log(`  ${model.model_id} at ${providerId} (${upstreamId})`)
  const left = unknown.filter((listed) => !chosen.some((one) => nameOf(one) === nameOf(listed)))
  if (left.length > 0) console.log('\nNot in the catalog (name those to add: --add NAME):')
  for (const { providerId, upstreamId } of left.slice(0, MOST_UNKNOWN))
    console.log(`  ${upstreamId} at ${providerId}`)
  if (left.length > MOST_UNKNOWN) console.log(`  and ${left.length - MOST_UNKNOWN} more`)
  console.log('')
}

const nameOf = ({ providerId, upstreamId }) => `${providerId}/${upstreamId}`

/** All of a file in our own format; of a list of the whole market those that are named. */
function choose(additions, names) {
  const patterns = names.map((name) => new RegExp(`^${name.split('*').map(RegExp.escape).join('.*')}$`))
  const isNamed = (one) =>
    patterns.some((pattern) => pattern.test(one.upstreamId) || pattern.test(nameOf(one)))
  return additions.filter((one) => one.isWhole || isNamed(one))
}

async function isWanted(what, answered) {
  if (answered) return true
  if (!process.stdin.isTTY)
    throw new Failure('Nothing was written: there is no terminal to ask in. Add -- --yes to write.')
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  const ended = once(asking, 'close').then(() => '') // Ctrl-D leaves the question unanswered
  const answer = await Promise.race([asking.question(`Write ${what}? (y/N) `), ended])
  asking.close()
  return /^y(es)?$/i.test(answer.trim())
}

const counted = (count, what) => `${count} new ${what}${count === 1 ? '' : 's'}`

async function update(content, source, { isAnswered, names }) {
  const { amountOf, planPriceUpdate, priceDifference } = await import('../lib/catalog/models/price-list.ts')
  const { ConfigurationError } = await import('../lib/platform/env.ts')
  const plan = await planPriceUpdate(content).catch((error) => {
    throw error instanceof ConfigurationError ? new Failure(error.message) : error
  })
  const chosen = choose(plan.additions, names)
  show(plan, chosen, priceDifference, amountOf)
  const { changes } = plan
  const what = [
    changes.length > 0 && counted(changes.length, 'price'),
    chosen.length > 0 && counted(chosen.length, 'model'),
  ]
    .filter(Boolean)
    .join(' and ')
  if (what === '') note('All prices are up to date')
  else if (await isWanted(what, isAnswered)) {
    const { applyPriceList } = await import('../lib/operator/admin/catalog.ts')
    const applied = await applyPriceList(
      changes,
      source,
      chosen.map(({ model }) => model),
    )
    note(`Wrote ${applied}. They apply now and are in the audit log`)
  } else note('Nothing was written')
}

await runCommand(async () => {
  const { values, positionals } = readArguments()
  const [path, ...others] = positionals
  if (path === undefined || others.length > 0) throw new Failure(USAGE)
  const content = readFile(resolve(process.env.INIT_CWD ?? '.', path)) // where npm was called, not where it runs this script
  await withDatabase(() => update(content, basename(path), { isAnswered: values.yes, names: values.add }))
})
