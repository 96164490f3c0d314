// `npm run catalog:update FILE`: reads a newer price list from a JSON file (our own format, or LiteLLM's), shows what it changes,
// asks, and writes new versions of the prices that the operator has not set himself. `--yes` does not ask; without it and without a
// terminal nothing is written. With DATABASE_URL beside running processes, which use them at once; else while nothing runs.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { prepareCheckout } from './steps/checkout.mjs'
import { claimInstance } from './steps/claim-instance.mjs'
import { Failure, note, printFailure } from './steps/output.mjs'
import { onNewEnoughNode } from './steps/runtime.mjs'
import { configFile, keptSecret, loadConfigFile, loadEnvFile, readSettings } from './steps/settings.mjs'
import { stopAll } from './steps/stop.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const MOST_UNKNOWN = 20

function readFile(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Failure(`${path} cannot be read as JSON: ${error.message}`)
  }
}

/** Rates of tokens and characters as people quote them, by the million. */
function amount(rate, value) {
  if (value === null) return 'none'
  if (/image|second|request|web_search/.test(rate)) return `$${value}`
  return `$${Number((Number(value) * 1e6).toPrecision(12))} per million`
}

function show({ changes, kept, unknown }, differenceOf) {
  for (const [title, list] of [
    ['New prices', changes],
    ['Set by hand, and kept', kept],
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
    throw new Failure('Nothing was written: there is no terminal to ask at. Add -- --yes to write.')
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  const ended = once(asking, 'close').then(() => '') // by Ctrl-D, which leaves the question open
  const answer = await Promise.race([
    asking.question(`Write ${count} new price${count === 1 ? '' : 's'}? (y/N) `),
    ended,
  ])
  asking.close()
  return /^y(es)?$/i.test(answer.trim())
}

let code = 0
try {
  const [path, ...others] = process.argv.slice(2).filter((word) => word !== '--yes')
  if (path === undefined || others.length > 0) throw new Failure('npm run catalog:update FILE [-- --yes]')
  const content = readFile(resolve(process.env.INIT_CWD ?? '.', path)) // where npm was called, not where it runs us
  await onNewEnoughNode(root)
  loadEnvFile(root)
  if (configFile(process.env, root)) await prepareCheckout(root)
  await loadConfigFile(root)
  const settings = readSettings(process.env, root)
  if (!settings.databaseUrl) await claimInstance({ ...settings, port: 0 })
  await prepareCheckout(root)
  const { prepareDatabase } = await import('./steps/database.mjs')
  process.env.DATABASE_URL = await prepareDatabase({ root, ...settings })
  process.env.NEXTAUTH_SECRET = settings.secret ?? keptSecret(`${settings.dataDir}/nextauth-secret`)
  await import('./steps/load-typescript.mjs')
  const { planPriceUpdate, priceDifference } = await import('../lib/catalog/models/price-list.ts')
  const { ConfigurationError } = await import('../lib/platform/env.ts')
  const update = await planPriceUpdate(content).catch((error) => {
    throw error instanceof ConfigurationError ? new Failure(error.message) : error
  })
  show(update, priceDifference)
  const { changes } = update
  if (changes.length === 0) note('No price differs')
  else if (await isWanted(changes.length, process.argv.includes('--yes'))) {
    const { takePrices } = await import('../lib/operator/admin/models.ts')
    note(`Written: ${await takePrices(changes, basename(path))}. They are in force, and in the audit log`)
  } else note('Nothing was written')
  const { pool, prisma } = await import('../lib/platform/db.ts')
  await Promise.all([pool.end(), prisma.$disconnect()])
} catch (error) {
  printFailure(error)
  code = 1
}
await stopAll()
process.exit(code)
