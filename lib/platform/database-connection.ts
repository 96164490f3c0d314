import { Socket } from 'node:net'
import { env } from './env'
import { remember } from './remember'

/** For a connection to be there, and for a free one of a pool. */
const CONNECT_MILLIS = 10_000

const sockets = remember('database-sockets', () => new Set<Socket>())

/** How every driver connects to the database. */
export function databaseConnection() {
  return { connectionString: env().DATABASE_URL, connectionTimeoutMillis: CONNECT_MILLIS, stream: openSocket }
}

/** What waits for an answer on any connection fails, as when the database hangs up; whoever asks next connects anew. */
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
