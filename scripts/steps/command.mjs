// Shared by operators' commands: how they start, and that they stop what they started.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareCheckout } from './checkout.mjs'
import { claimInstance } from './claim-instance.mjs'
import { printFailure } from './output.mjs'
import { onNewEnoughNode } from './runtime.mjs'
import { configFile, keptSecret, loadConfigFile, loadEnvFile, readSettings } from './settings.mjs'
import { stopAll } from './stop.mjs'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Runs a command and exits: with the code `work` resolves with (default 0), or 1 if it throws. */
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

/** The settings `npm start` would have. */
export async function openSettings() {
  loadEnvFile(root)
  if (configFile(process.env, root)) await prepareCheckout(root)
  await loadConfigFile(root)
  return readSettings(process.env, root)
}

/** Migrates the database; the embedded one only while nothing runs on it. Resolves with the settings and its URL. */
export async function openDatabase() {
  const settings = await openSettings()
  if (!settings.databaseUrl) await claimInstance({ ...settings, port: 0 })
  await prepareCheckout(root)
  const { prepareDatabase } = await import('./database.mjs')
  return { ...settings, databaseUrl: await prepareDatabase({ root, ...settings }) }
}

/** `work` can import our TypeScript, which then uses that database. */
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
