// Reads `postmaster.pid` of a cluster, and stops a PostgreSQL that a killed start left running.
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../steps/output.mjs'
import { commandOf, isAlive, waitForExit } from '../steps/processes.mjs'

/** The postmaster's record (pid, port, status), or undefined if there is none. */
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

/** PostgreSQL's working directory is its cluster's folder; a process that reuses its ID has another. */
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
    ['SIGQUIT', 5], // immediately; the next start replays the log
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
  throw new Failure(`PostgreSQL (process ${pid}) does not stop.`)
}

/**
 * Kills what a killed postmaster leaves: its processes notice and exit, except during a long computation, and as long as one lives no
 * other postmaster gets the shared memory. Linux only; elsewhere they are waited for.
 */
function endBackends(cluster) {
  if (process.platform !== 'linux') return
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || !servesCluster(Number(name), cluster)) continue
    try {
      process.kill(Number(name), 'SIGKILL')
    } catch {} // it has exited already
  }
}

/** Makes sure no server runs on the cluster. Returns whether one had to be stopped. */
export async function stopLeftover(cluster) {
  const found = readPostmaster(cluster)
  if (!found || !(found.pid > 0)) return false
  if (isAlive(found.pid) && servesCluster(found.pid, cluster)) {
    await stopPostmaster(found.pid)
    return true
  }
  endBackends(cluster)
  // After a reboot the ID belongs to something else, and PostgreSQL would wait for it forever.
  if (isAlive(found.pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
  return false
}
