// Being told to end: by a signal, by the launcher's word, or by the launcher's own end.
import { stopLeftover } from '../postgres/postmaster.mjs'

/** Calls `end(orphaned)` once; later orders change nothing, for draining has an end of its own. */
export function whenToldToEnd(end) {
  let told = false
  const tell = (orphaned) => {
    if (told) return
    told = true
    end(orphaned)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tell(false))
  process.on('message', (message) => message === 'drain' && tell(false))
  process.on('disconnect', () => tell(true))
}

/** Our launcher was killed before it could stop the Postgres that it had started. */
export async function stopOrphanedPostgres() {
  if (process.env.PORTICO_CLUSTER) await stopLeftover(process.env.PORTICO_CLUSTER)
}
