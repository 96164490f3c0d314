import { StorageError } from './storage/storage-error'

/**
 * True for errors that say nothing about the statement: the database is starting, stopping or cannot be reached, or the
 * connection broke. Codes of Node's sockets, SQLSTATE (08 connection, 57P operator intervention, 53300 too many
 * connections) and Prisma (P1xxx, P2024 and P2028: no connection was free in time).
 */
const awayCodes =
  /^(ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT|ENOTFOUND|08\w{3}|57P0[1-3]|53300|P1\d{3}|P2024|P2028)$/
const awayMessages =
  /Code: `(08\w{3}|57P0[1-3]|53300)`|connection terminated|timeout exceeded when trying to connect|server closed the connection|not queryable|ECONNREFUSED/i

export function isDatabaseAway(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof StorageError) return false // its sockets break in the same words
    const code = 'code' in at ? String(at.code) : ''
    if (awayCodes.test(code) || awayMessages.test(at.message)) return true
    if (at instanceof AggregateError && at.errors.some(isDatabaseAway)) return true
  }
  return false
}
