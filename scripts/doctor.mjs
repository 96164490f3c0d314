// `npm run doctor`: checks settings, database, store, mail, Redis, providers, clock and disk, and says what to fix. `--json` is for
// programs. Exits with 1 if something is wrong. Works while Portico runs and while it does not, with the same settings.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareCheckout } from './steps/checkout.mjs'
import { isAlive } from './steps/processes.mjs'
import { onNewEnoughNode } from './steps/runtime.mjs'
import { loadConfigFile, loadEnvFile, readSettings } from './steps/settings.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const marks = { ok: '✓', fault: '✗', off: '–' }
const written = process.stdout.isTTY ? (text) => `\x1b[1m${text}\x1b[0m` : (text) => text

/** The database's URL, or why there is none: the embedded one is not running. */
async function findDatabase({ databaseUrl: given, dataDir }) {
  if (given) return { url: given }
  const { readPostmaster } = await import('./postgres/postmaster.mjs')
  const { clusterUrl } = await import('./postgres/cluster.mjs')
  const folder = join(dataDir, 'postgres')
  const running = readPostmaster(folder)
  if (running?.ready && isAlive(running.pid)) return { url: clusterUrl(folder, 'portico', running.port) }
  const missing = existsSync(join(folder, 'PG_VERSION'))
    ? 'the embedded PostgreSQL is stopped; npm start starts it'
    : 'not created yet; npm start creates it'
  return { url: 'postgresql://none@127.0.0.1:1/none', missing }
}

async function examine() {
  try {
    await onNewEnoughNode(root)
    loadEnvFile(root)
    await prepareCheckout(root)
    await loadConfigFile(root)
    const settings = readSettings(process.env, root)
    const kept = `${settings.dataDir}/nextauth-secret`
    process.env.DATA_DIR = settings.dataDir
    const { url, missing } = await findDatabase(settings)
    process.env.DATABASE_URL = url
    process.env.LOG_LEVEL = 'silent'
    if (existsSync(kept)) process.env.NEXTAUTH_SECRET ||= readFileSync(kept, 'utf8').trim()
    process.env.NEXTAUTH_SECRET ||= 'made-at-the-first-start-not-there-before'
    await import('./steps/load-typescript.mjs')
    const { examine } = await import('../lib/worker/doctor.ts')
    return await examine(missing)
  } catch (error) {
    const mend = 'Fix the setting it names (.env, portico.yaml or the environment).'
    return [{ check: 'settings', state: 'fault', says: error.message ?? String(error), mend }]
  }
}

const findings = await examine()
if (process.argv.includes('--json')) console.log(JSON.stringify(findings, null, 2))
else
  for (const { check, state, says, mend } of findings) {
    console.log(`  ${marks[state]} ${written(check.padEnd(22))} ${says}`)
    if (mend) console.log(`    ${' '.repeat(22)} → ${mend}`)
  }
process.exit(findings.some(({ state }) => state === 'fault') ? 1 : 0)
