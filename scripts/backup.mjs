// `npm run backup -- FILE` and `npm run restore -- FILE`: all of an installation with the embedded PostgreSQL, to and from one
// file (docs/run/configure.md).
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { prepareCheckout } from './steps/checkout.mjs'
import { claimInstance } from './steps/claim-instance.mjs'
import { openSettings, root, runCommand } from './steps/command.mjs'
import { Failure, note, step } from './steps/output.mjs'

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

await runCommand(async () => {
  if (name === undefined || rest.length > 0) throw new Failure(`npm run ${order} -- FILE`)
  const settings = await openSettings()
  if (settings.databaseUrl)
    throw new Failure(
      `npm run ${order} is for the embedded PostgreSQL: for the database of DATABASE_URL use its own tools.`,
    )
  await prepareCheckout(root)
  const file = resolve(process.env.INIT_CWD ?? '.', name) // where npm was called, not where it runs us
  await (order === 'restore' ? restore : backup)(settings, file)
})
