// What `postmaster.pid` in a cluster's folder says, and the end of a Postgres that an earlier, killed start left running.
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../steps/output.mjs'
import { commandOf, isAlive, waitForExit } from '../steps/processes.mjs'

/** The postmaster's own record (pid, port, status), or undefined while there is none. */
export function readPostmaster(cluster) {
  let lines
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
  return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/** Postgres works inside its cluster's folder; a process that got the number of a dead one does not. */
function servesCluster(pid, cluster) {
  if (process.platform !== 'linux') return commandOf(pid).includes('postgres')
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch {
    return false
  }
}

export async function stopPostmaster(pid) {
  for (const [signal, seconds] of [
    ['SIGINT', 15], // disconnect everyone, write a checkpoint
    ['SIGQUIT', 5], // at once; the next start replays the log
    ['SIGKILL', 5],
  ]) {
    if (!isAlive(pid)) return
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    if (await waitForExit(pid, seconds * 1000)) return
  }
  throw new Failure(`Postgres (process ${pid}) does not stop.`)
}

/**
 * What a killed postmaster leaves: its processes notice and end, but for those in the middle of a long
 * computation, and while one of them lives no other postmaster gets the shared memory. On Linux alone; elsewhere they are waited for.
 */
function endBackends(cluster) {
  if (process.platform !== 'linux') return
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || !servesCluster(Number(name), cluster)) continue
    try {
      process.kill(Number(name), 'SIGKILL')
    } catch {} // it has ended by itself
  }
}

/** Leaves the cluster with no server on it. Returns whether one had to be stopped. */
export async function stopLeftover(cluster) {
  const found = readPostmaster(cluster)
  if (!found || !(found.pid > 0)) return false
  if (isAlive(found.pid) && servesCluster(found.pid, cluster)) {
    await stopPostmaster(found.pid)
    return true
  }
  endBackends(cluster)
  // After a restart of the machine the number belongs to something else, and Postgres would wait for it for ever.
  if (isAlive(found.pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
  return false
}
