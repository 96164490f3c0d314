import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Whether `port` can be listened on at `host` (undefined: every address), and the one found when `port` is 0. */
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

/** Linux hands out ports from 32768 on by itself, other systems from 49152 on. */
const unassigned = { from: 20_000, to: 32_768 }

/**
 * A free port that the system gives to no connection by itself: it is still free when it is bound a while later, and when
 * what had bound it is started again.
 */
export async function unassignedPort() {
  for (;;) {
    const port = await tryPort(randomInt(unassigned.from, unassigned.to))
    if (port !== undefined) return port
  }
}

/** `preferred` when it is free, else one that the system picks. */
export async function freePort(preferred = 0) {
  return (await tryPort(preferred, '127.0.0.1')) ?? (await tryPort(0, '127.0.0.1'))
}
