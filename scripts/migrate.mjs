// `npm run migrate`: brings the database of DATABASE_URL up to date, else the embedded one under DATA_DIR. `npm start` does
// this too; alone it serves several machines on one database, of which one migrates before the others start.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareCheckout } from './steps/checkout.mjs'
import { claimInstance } from './steps/claim-instance.mjs'
import { printFailure } from './steps/output.mjs'
import { onNewEnoughNode } from './steps/runtime.mjs'
import { configFile, loadConfigFile, loadEnvFile, readSettings } from './steps/settings.mjs'
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
  await prepareDatabase({ root, ...settings })
} catch (error) {
  printFailure(error)
  code = 1
}
await stopAll()
process.exit(code)
