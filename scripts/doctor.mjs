// `npm run doctor`: looks at settings, database, store, mail, Redis, providers, clock and disk, and says what to mend. `--json` for
// programs. Ends with 1 where something is wrong. Runs beside the service, with the same settings.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareCheckout } from './steps/checkout.mjs'
import { onNewEnoughNode } from './steps/runtime.mjs'
import { loadConfigFile, loadEnvFile, readSettings } from './steps/settings.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const marks = { ok: '✓', fault: '✗', off: '–' }
const written = process.stdout.isTTY ? (text) => `\x1b[1m${text}\x1b[0m` : (text) => text

/** The embedded PostgreSQL, while `npm start` has it running. */
async function databaseUrl({ databaseUrl: given, dataDir }) {
  if (given) return given
  const { readPostmaster } = await import('./postgres/postmaster.mjs')
  const { clusterUrl } = await import('./postgres/cluster.mjs')
  const folder = join(dataDir, 'postgres')
  const running = readPostmaster(folder)
  // Nothing listens at port 1: the finding says so.
  return running ? clusterUrl(folder, 'portico', running.port) : 'postgresql://none@127.0.0.1:1/none'
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
    process.env.DATABASE_URL = await databaseUrl(settings)
    process.env.LOG_LEVEL = 'silent'
    if (existsSync(kept)) process.env.NEXTAUTH_SECRET ||= readFileSync(kept, 'utf8').trim()
    process.env.NEXTAUTH_SECRET ||= 'made-at-the-first-start-not-there-before'
    await import('./steps/load-typescript.mjs')
    const { examine } = await import('../lib/worker/doctor.ts')
    return await examine()
  } catch (error) {
    const mend = 'Mend the setting that it names (.env, portico.yaml or the environment).'
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
