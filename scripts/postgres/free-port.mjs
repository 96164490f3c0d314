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

/** `preferred` when it is free, else one that the system picks. */
export async function freePort(preferred = 0) {
  return (await tryPort(preferred, '127.0.0.1')) ?? (await tryPort(0, '127.0.0.1'))
}
