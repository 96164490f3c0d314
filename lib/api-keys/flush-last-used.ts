import { writeUses } from './internal/last-used'

/** Writes what is known about keys' last use; called when the process drains. */
export function flushLastUsed(): Promise<void> {
  return writeUses()
}
