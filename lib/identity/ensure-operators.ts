import { env } from '@/lib/platform/env'
import { logger } from '@/lib/platform/logger'
import { updateOperators } from './internal/customers/repository'

/**
 * Sees to it, at every start, that the customers of OPERATORS are operators and, besides the demo's, no others. They are
 * named by id: an email is verified by nobody, so whoever typed it first would be one.
 */
export async function ensureOperators(): Promise<void> {
  if (env().ROLE === 'worker') return // its own environment need not know them
  const ids = env()
    .OPERATORS.split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  const missing = await updateOperators(ids)
  if (missing.length > 0) logger.warn({ ids: missing }, 'OPERATORS names customers that do not exist')
}
