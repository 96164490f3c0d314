import { applySeed } from '@/lib/catalog/models/apply-seed'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { ConfigurationError, env, reloadEnv } from '@/lib/platform/env'
import { logger } from '@/lib/platform/logger'

/** On SIGHUP: what portico.yaml says now is in force, as far as a running process can. What is wrong changes nothing. */
export async function reloadSettings(): Promise<void> {
  try {
    const { changed, waiting } = reloadEnv()
    logger.level = env().LOG_LEVEL
    logger.info({ changed }, 'settings were read anew')
    if (waiting.length > 0) logger.warn({ waiting }, 'these settings are in force after the next start')
    await applySeed()
    await loadCatalog()
  } catch (error) {
    const err = error instanceof ConfigurationError ? error.message : String(error)
    logger.error({ err }, 'settings could not be read anew: they stay as they were')
  }
}
