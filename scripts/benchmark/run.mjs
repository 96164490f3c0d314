// npm run benchmark: measures a model through a running Portico, or takes in cited scores.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { Failure, printFailure } from '../steps/failure.mjs'
import { onNewEnoughNode } from '../steps/runtime.mjs'
import { loadEnvFile, readSettings } from '../steps/settings.mjs'
import { signIn } from './client.mjs'
import { readOptions, USAGE } from './options.mjs'
import { describeEstimate, describeRun, describeRuns } from './report.mjs'
import { watchRun } from './watch.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Where Portico is and who signs in: what was said, else the demo account of this DATA_DIR. */
function readAccount({ url, email }) {
  loadEnvFile(root)
  const file = join(readSettings(process.env, root).dataDir, 'demo.json')
  const demo = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const account = {
    url: url ?? demo.url,
    email: email ?? demo.email,
    password:
      process.env.PORTICO_PASSWORD ||
      (email === undefined || email === demo.email ? demo.password : undefined),
  }
  if (!account.url)
    throw new Failure('No Portico was started here (there is no demo.json in DATA_DIR): give --url.')
  if (!account.email || !account.password)
    throw new Failure('There is no demo account: give --email, and the password in PORTICO_PASSWORD.')
  return account
}

async function agree({ isAgreed }) {
  if (isAgreed) return true
  if (!process.stdin.isTTY) throw new Failure('Nobody is there to agree to the cost: repeat it with --yes.')
  const question = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await question.question('  Start? [y/N] ')
  question.close()
  return /^y(es)?$/i.test(answer.trim())
}

async function start(ask, options) {
  const { model, suites, limit, concurrency, maxTokens, key } = options
  const scope = {
    model,
    ...(suites.length > 0 && { suites }),
    ...(limit !== undefined && { limit }),
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
  }
  const estimate = await ask('POST', '/estimate', scope)
  console.log(`\n${describeEstimate(estimate)}`)
  if (!(await agree(options))) return undefined
  return ask('POST', '/runs', {
    ...scope,
    ...(concurrency !== undefined && { concurrency }),
    ...(key !== undefined && { api_key: key }),
    max_cost_usd: estimate.max_cost,
  })
}

async function resume(ask, id) {
  const path = `/runs/${encodeURIComponent(id)}`
  const run = await ask('GET', path)
  const isOpen = run.status === 'queued' || run.status === 'running'
  return isOpen ? run : ask('POST', `${path}/resume`)
}

function readImport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Failure(`${file} cannot be read as JSON: ${error.message}`)
  }
}

async function follow(ask, run) {
  const leave = () => {
    console.log(`\n  The run goes on in the server. See it: npm run benchmark -- --resume ${run.id}`)
    console.log(`  End it: npm run benchmark -- --cancel ${run.id}`)
    process.exit(130)
  }
  process.once('SIGINT', leave)
  const say = (text) => process.stdout.write(text)
  const ended = await watchRun(ask, run.id, { say, isTerminal: process.stdout.isTTY === true })
  process.off('SIGINT', leave)
  console.log(`\n${describeRun(ended)}`)
  return ended.status === 'completed' ? 0 : 1
}

async function main(options) {
  const ask = await signIn(readAccount(options))
  if (options.isList) {
    console.log(describeRuns((await ask('GET', '/runs')).data))
    return 0
  }
  if (options.importFile !== undefined) {
    const { imported } = await ask('POST', '/imports', readImport(options.importFile))
    console.log(imported === 1 ? 'One score was imported.' : `${imported} scores were imported.`)
    return 0
  }
  if (options.cancel !== undefined) {
    console.log(describeRun(await ask('POST', `/runs/${encodeURIComponent(options.cancel)}/cancel`)))
    return 0
  }
  const run = options.resume === undefined ? await start(ask, options) : await resume(ask, options.resume)
  return run === undefined ? 1 : follow(ask, run)
}

let code = 0
try {
  await onNewEnoughNode(root)
  const options = readOptions(process.argv.slice(2))
  if (options.isHelp) console.log(USAGE)
  else code = await main(options)
} catch (error) {
  printFailure(error)
  code = 1
}
process.exit(code)
