// `npm run catalog:update FILE`: reads a newer price list from a JSON file (our own format, or LiteLLM's), shows what changes, asks,
// and writes new versions of the prices an operator has not set. `--yes` does not ask; without it and without a terminal nothing is
// written. With DATABASE_URL it runs beside running processes, which use the prices immediately; otherwise Portico must be stopped.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { runCommand, withDatabase } from './steps/command.mjs'
import { Failure, note } from './steps/output.mjs'

const MOST_UNKNOWN = 20

function readFile(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Failure(`${path} cannot be read as JSON: ${error.message}`)
  }
}

/** Token and character rates per million, as people quote them. */
function amount(rate, value) {
  if (value === null) return 'none'
  if (/image|second|request|web_search/.test(rate)) return `$${value}`
  return `$${Number((Number(value) * 1e6).toPrecision(12))} per million`
}

function show({ changes, kept, unknown }, differenceOf) {
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
  if (unknown.length > 0) console.log('\nNot in the catalog (add them at /console/admin/models):')
  for (const { providerId, upstreamId } of unknown.slice(0, MOST_UNKNOWN))
    console.log(`  ${upstreamId} at ${providerId}`)
  if (unknown.length > MOST_UNKNOWN) console.log(`  and ${unknown.length - MOST_UNKNOWN} more`)
  console.log('')
}

async function isWanted(count, answered) {
  if (answered) return true
  if (!process.stdin.isTTY)
    throw new Failure('Nothing was written: there is no terminal to ask in. Add -- --yes to write.')
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  const ended = once(asking, 'close').then(() => '') // Ctrl-D leaves the question unanswered
  const answer = await Promise.race([
    asking.question(`Write ${count} new price${count === 1 ? '' : 's'}? (y/N) `),
    ended,
  ])
  asking.close()
  return /^y(es)?$/i.test(answer.trim())
}

async function update(content, source) {
  const { planPriceUpdate, priceDifference } = await import('../lib/catalog/models/price-list.ts')
  const { ConfigurationError } = await import('../lib/platform/env.ts')
  const plan = await planPriceUpdate(content).catch((error) => {
    throw error instanceof ConfigurationError ? new Failure(error.message) : error
  })
  show(plan, priceDifference)
  const { changes } = plan
  if (changes.length === 0) note('All prices are up to date')
  else if (await isWanted(changes.length, process.argv.includes('--yes'))) {
    const { applyPriceList } = await import('../lib/operator/admin/catalog.ts')
    note(`Wrote ${await applyPriceList(changes, source)}. They apply now and are in the audit log`)
  } else note('Nothing was written')
}

await runCommand(async () => {
  const [path, ...others] = process.argv.slice(2).filter((word) => word !== '--yes')
  if (path === undefined || others.length > 0)
    throw new Failure('Usage: npm run catalog:update FILE [-- --yes]')
  const content = readFile(resolve(process.env.INIT_CWD ?? '.', path)) // where npm was called, not where it runs this script
  await withDatabase(() => update(content, basename(path)))
})
