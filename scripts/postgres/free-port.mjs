import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** The port, if it can be listened on at `host` (undefined: every address); with 0, a free one. Undefined if it is in use. */
export function tryPort(port, host) {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    probe.listen({ port, host, exclusive: true }, () => {
      const found = probe.address().port
      probe.close(() => resolve(found))
    })
  })
}

/** Linux assigns ports from 32768 to connections, other systems from 49152. */
const unassigned = { from: 20_000, to: 32_768 }

/**
 * A free port outside the range the system assigns to connections, so it is still free when it is bound later or again after a
 * restart.
 */
export async function unassignedPort() {
  for (;;) {
    const port = await tryPort(randomInt(unassigned.from, unassigned.to))
    if (port !== undefined) return port
  }
}

/** `preferred` if it is free, otherwise one the system picks. */
export async function freePort(preferred = 0) {
  return (await tryPort(preferred, '127.0.0.1')) ?? (await tryPort(0, '127.0.0.1'))
}
