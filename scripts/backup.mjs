// `npm run backup -- FILE` and `npm run restore -- FILE`: everything of an installation with the embedded PostgreSQL, to and
// from one file (docs/run/backup.md).
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { prepareCheckout } from './steps/checkout.mjs'
import { claimInstance } from './steps/claim-instance.mjs'
import { openSettings, root, runCommand } from './steps/command.mjs'
import { Failure, note, step } from './steps/output.mjs'

const [order, name, ...rest] = process.argv.slice(2)

async function backup(settings, file) {
  const { isRunning, writeBackup } = await import('./backup/backup.mjs')
  // If it is not running, it must not start while its files are copied.
  if (existsSync(settings.dataDir) && !isRunning(settings.dataDir))
    await claimInstance({ ...settings, port: 0 })
  await step('Writing the backup', () => writeBackup({ ...settings, file }))
  note(`${file} contains all secrets of this installation: store it where nobody else can read it`)
  if (settings.secret)
    note('NEXTAUTH_SECRET is one of your settings and is not in the backup: back it up too')
  if (process.env.S3_BUCKET) note('Files are in an S3 bucket and not in the backup: back it up too')
}

async function restore(settings, file) {
  const { requireEmpty, restoreBackup } = await import('./backup/restore.mjs')
  await requireEmpty(settings.dataDir)
  await claimInstance({ ...settings, port: 0 })
  await step('Restoring the backup', () => restoreBackup({ root, ...settings, file }))
}

await runCommand(async () => {
  if (name === undefined || rest.length > 0) throw new Failure(`Usage: npm run ${order} -- FILE`)
  const settings = await openSettings()
  if (settings.databaseUrl)
    throw new Failure(
      `npm run ${order} works with the embedded PostgreSQL only. Use your database's own tools for DATABASE_URL.`,
    )
  await prepareCheckout(root)
  const file = resolve(process.env.INIT_CWD ?? '.', name) // where npm was called, not where it runs this script
  await (order === 'restore' ? restore : backup)(settings, file)
})
