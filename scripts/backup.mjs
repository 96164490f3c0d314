// `npm run backup -- FILE` and `npm run restore -- FILE`: all of an installation with the embedded PostgreSQL, to and from one
// file (docs/operating.md).
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareCheckout } from './steps/checkout.mjs'
import { claimInstance } from './steps/claim-instance.mjs'
import { Failure, note, printFailure, step } from './steps/output.mjs'
import { onNewEnoughNode } from './steps/runtime.mjs'
import { configFile, loadConfigFile, loadEnvFile, readSettings } from './steps/settings.mjs'
import { stopAll } from './steps/stop.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [order, name, ...rest] = process.argv.slice(2)

async function backup(settings, file) {
  const { isRunning, writeBackup } = await import('./backup/backup.mjs')
  // Unless it runs, it must not start before its files are copied.
  if (existsSync(settings.dataDir) && !isRunning(settings.dataDir))
    await claimInstance({ ...settings, port: 0 })
  await step('Writing the backup', () => writeBackup({ ...settings, file }))
  note(`${file} has the secrets of this installation: keep it where nobody else reads it`)
  if (settings.secret) note('NEXTAUTH_SECRET is a setting of yours and not in the backup: keep it as well')
  if (process.env.S3_BUCKET) note('The object store is a bucket and not in the backup')
}

async function restore(settings, file) {
  const { requireEmpty, restoreBackup } = await import('./backup/restore.mjs')
  await requireEmpty(settings.dataDir)
  await claimInstance({ ...settings, port: 0 })
  await step('Restoring the backup', () => restoreBackup({ root, ...settings, file }))
}

let code = 0
try {
  await onNewEnoughNode(root)
  if (name === undefined || rest.length > 0) throw new Failure(`npm run ${order} -- FILE`)
  loadEnvFile(root)
  if (configFile(process.env, root)) await prepareCheckout(root)
  await loadConfigFile(root)
  const settings = readSettings(process.env, root)
  if (settings.databaseUrl)
    throw new Failure(
      `npm run ${order} is for the embedded PostgreSQL: for the database of DATABASE_URL use its own tools.`,
    )
  await prepareCheckout(root)
  const file = resolve(process.env.INIT_CWD ?? '.', name) // where npm was called, not where it runs us
  await (order === 'restore' ? restore : backup)(settings, file)
} catch (error) {
  printFailure(error)
  code = 1
}
await stopAll()
process.exit(code)
