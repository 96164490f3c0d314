import { createHash } from 'node:crypto'
import { clock } from '@/lib/platform/clock'
import { env, readSecret } from '@/lib/platform/env'
import { logger } from '@/lib/platform/logger'
import { canonicalJson, mergeSeed, planSeed, seedRows } from './internal/plan-seed'
import { readBuiltinSeed, readConfiguredProviders } from './internal/seed-files'
import type { SeedEntry } from './internal/seed-schema'
import { findSeedHash, readExistingCatalog, withSeedLock, writeSeed } from './repository'

/**
 * Updates the catalog in the database from the built-in files and the operator's file, at every start. Costs one small
 * query when neither changed. Throws a ConfigurationError for an invalid file.
 */
export async function applySeed(providersFile: string | undefined = env().PROVIDERS_FILE): Promise<void> {
  const { entries, where } = readConfiguredProviders(providersFile)
  warnOfMissingKeys(entries)
  const rows = seedRows(mergeSeed(readBuiltinSeed(), entries, where))
  const hash = createHash('sha256').update(canonicalJson(rows)).digest('hex')
  if ((await findSeedHash('current')) === hash) return
  await withSeedLock(async (transaction) => {
    if ((await findSeedHash('current', transaction)) === hash) return
    const plan = planSeed(rows, await readExistingCatalog(transaction))
    await writeSeed(transaction, plan, { id: 'current', hash }, clock.now())
    logger.info(
      { providers: rows.providers.length, models: rows.models.length, prices: plan.prices.length },
      'the catalog was updated from its files',
    )
  })
}

/** Warns about providers in the operator's file that are not offered for lack of a key. */
function warnOfMissingKeys(entries: readonly SeedEntry[]): void {
  const missing = entries.flatMap(({ id, api_key_env: variable }) =>
    variable !== undefined && readSecret(variable) === undefined ? [{ provider: id, variable }] : [],
  )
  if (missing.length === 0) return
  logger.warn({ missing }, 'providers of the file are not offered: the variables with their keys are not set')
}
