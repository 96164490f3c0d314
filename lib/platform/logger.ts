import pino from 'pino'
import { env } from './env'
import { traceIdOf } from './tracing'

/**
 * Structured logs, one line per event, written asynchronously. Log only named fields: never headers, bodies, keys, passwords
 * or prompts.
 */
export const logger = pino(
  {
    level: env().LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const traceId = traceIdOf()
      return traceId === undefined ? {} : { traceId }
    },
  },
  pino.destination({ fd: 1, sync: false, minLength: 0 }),
)
