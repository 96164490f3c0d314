import { Socket } from 'node:net'
import pg from 'pg'
import { env } from './env'
import { AppError } from './errors'
import { StorageError } from './storage/object-storage'

/** Time limit for connecting, and for a free connection of a pool. */
const CONNECT_MILLIS = 10_000

const sockets = new Set<Socket>()

/** How every driver connects to the database. */
export function databaseConnection() {
  return { connectionString: env().DATABASE_URL, connectionTimeoutMillis: CONNECT_MILLIS, stream: openSocket }
}

/** Bypasses a pooler, for LISTEN, which needs one connection for good. */
export function directConnection() {
  return { ...databaseConnection(), connectionString: env().DATABASE_DIRECT_URL ?? env().DATABASE_URL }
}

/** Closes all connections: running queries fail as if the database hung up, and the next query reconnects. */
export function giveUpConnections(): void {
  for (const socket of sockets) {
    socket.destroy(Object.assign(new Error('the database did not answer'), { code: 'ECONNRESET' }))
  }
}

function openSocket(): Socket {
  const socket = new Socket()
  sockets.add(socket)
  socket.once('close', () => sockets.delete(socket))
  return socket
}

/**
 * Errors that say nothing about the statement: the database is starting, stopping or unreachable, or the connection broke.
 * Codes of Node's sockets, SQLSTATE (08 connection, 57P operator intervention, 53300 too many connections, 53100 disk full,
 * 53200 out of memory, 25006 now a replica) and Prisma (P1xxx, P2024 and P2028: no connection was free in time).
 */
const awayCodes =
  /^(ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT|ENOTFOUND|08\w{3}|57P0[1-3]|53[123]00|25006|P1\d{3}|P2024|P2028)$/
const awayMessages =
  /Code: `(08\w{3}|57P0[1-3]|53[123]00|25006)`|connection terminated|timeout exceeded when trying to connect|server closed the connection|not queryable|ECONNREFUSED/i

export function isDatabaseAway(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof StorageError) return false // its sockets fail with the same codes
    const code = 'code' in at ? String(at.code) : ''
    if (awayCodes.test(code) || awayMessages.test(at.message)) return true
    if (at instanceof AggregateError && at.errors.some(isDatabaseAway)) return true
  }
  return false
}

/** SQLSTATE classes 22 (data exception) and 23 (constraint violation): a retry would fail the same way. */
export function isDataFault(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
}

/** An AppError unchanged; outages of the database or the object store as 503; everything else as an internal error. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseAway(error))
    return new AppError('service_unavailable', { cause: error, retryAfterSeconds: 1 })
  if (error instanceof StorageError)
    return new AppError('storage_unavailable', { cause: error, retryAfterSeconds: 5 })
  return new AppError('internal_error', { cause: error })
}
