// `npm run rotate-encryption-key`: seals everything that the database keeps sealed by the present ENCRYPTION_KEY (none:
// NEXTAUTH_SECRET), what ENCRYPTION_KEY_PREVIOUS sealed too. With DATABASE_URL beside running processes, else while nothing runs.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareCheckout } from './steps/checkout.mjs'
import { claimInstance } from './steps/claim-instance.mjs'
import { note, printFailure, step } from './steps/output.mjs'
import { onNewEnoughNode } from './steps/runtime.mjs'
import { configFile, keptSecret, loadConfigFile, loadEnvFile, readSettings } from './steps/settings.mjs'
import { stopAll } from './steps/stop.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
let code = 0
try {
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
  const { resealAll } = await import('../lib/operator/admin/reseal.ts')
  const outcomes = await step('Sealing anew', resealAll)
  for (const { table, column, resealed, lost } of outcomes) {
    if (resealed > 0) note(`${table}.${column}: ${resealed} sealed anew`)
    if (lost > 0) note(`${table}.${column}: ${lost} open with no key that is set here, and stay as they are`)
  }
  if (outcomes.some(({ lost }) => lost > 0)) code = 1
  else note('Everything is sealed by the present key: ENCRYPTION_KEY_PREVIOUS is not needed any more')
  const { pool, prisma } = await import('../lib/platform/db.ts')
  await Promise.all([pool.end(), prisma.$disconnect()])
} catch (error) {
  printFailure(error)
  code = 1
}
await stopAll()
process.exit(code)
