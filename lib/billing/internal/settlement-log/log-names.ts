import { hostname } from 'node:os'
import { join } from 'node:path'
import { env } from '@/lib/platform/env'
import { instanceId } from '@/lib/platform/instance'

/** Of a log: whose it is. */
export const LOG_NAME = /^(?<instance>inst_[^.]+)\..+\.jsonl$/

/** Begins the names of this process's logs. */
export function ownLogName(): string {
  return `${instanceId()}.${process.pid}@${hostname()}`
}

/** Where processes keep what the database may not have yet. */
export function logFolder(): string {
  return join(env().DATA_DIR, 'settlements')
}
