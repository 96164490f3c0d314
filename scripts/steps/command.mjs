// What the commands of operators share: how they begin, and that they end what they started.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareCheckout } from './checkout.mjs'
import { claimInstance } from './claim-instance.mjs'
import { printFailure } from './output.mjs'
import { onNewEnoughNode } from './runtime.mjs'
import { configFile, keptSecret, loadConfigFile, loadEnvFile, readSettings } from './settings.mjs'
import { stopAll } from './stop.mjs'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Runs a command and ends the process: with the code that `work` resolves with (nothing: 0), with 1 where it throws. */
export async function runCommand(work) {
  let code = 1
  try {
    await onNewEnoughNode(root)
    code = (await work()) ?? 0
  } catch (error) {
    printFailure(error)
  }
  await stopAll()
  process.exit(code)
}

/** The settings that `npm start` would have. */
export async function openSettings() {
  loadEnvFile(root)
  if (configFile(process.env, root)) await prepareCheckout(root)
  await loadConfigFile(root)
  return readSettings(process.env, root)
}

/** Brings the database up to date; the embedded one while nothing runs on it. Resolves with the settings and its address. */
export async function openDatabase() {
  const settings = await openSettings()
  if (!settings.databaseUrl) await claimInstance({ ...settings, port: 0 })
  await prepareCheckout(root)
  const { prepareDatabase } = await import('./database.mjs')
  return { ...settings, databaseUrl: await prepareDatabase({ root, ...settings }) }
}

/** `work` may import our TypeScript, which then uses that database. */
export async function withDatabase(work) {
  const { databaseUrl, secret, dataDir } = await openDatabase()
  process.env.DATABASE_URL = databaseUrl
  process.env.NEXTAUTH_SECRET = secret ?? keptSecret(`${dataDir}/nextauth-secret`)
  await import('./load-typescript.mjs')
  const result = await work()
  const { pool, prisma } = await import('../../lib/platform/db.ts')
  await Promise.all([pool.end(), prisma.$disconnect()])
  return result
}
