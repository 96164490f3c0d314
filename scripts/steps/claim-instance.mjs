// One instance per DATA_DIR: locks it, and waits if the previous one was killed or is stopping.
import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { tryPort } from '../postgres/free-port.mjs'
import { Failure, note } from './output.mjs'
import { isSameProcess, takeLock, waitForExit } from './processes.mjs'
import { listenAddress } from './settings.mjs'
import { onStop } from './stop.mjs'

/** A running instance needs a moment to notice that its launcher was killed. */
const noticeMilliseconds = 3_000
/** The last threads of a dead process can hold its port for a while. */
const releaseMilliseconds = 10_000
/** Running requests can take 20 s to end, and the database a few more. */
const drainMilliseconds = 45_000

function whileHeld(dataDir) {
  let isNoted = false
  return (holder, waited) => {
    if (waited < noticeMilliseconds) return
    if (holder.stopping && waited < drainMilliseconds) {
      if (!isNoted) note('Waiting for the previous instance to stop')
      isNoted = true
      return
    }
    const address = holder.port ? ` at http://localhost:${holder.port}` : ''
    throw new Failure(
      `Portico is already running on ${dataDir}${address} (process ${holder.pid}). Stop it, or set DATA_DIR.`,
    )
  }
}

/** Waits for the server of a killed launcher, which lets running requests end. */
async function endOrphan(holder) {
  if (!isSameProcess(holder.server)) return
  note('The previous instance was killed. Waiting for its last requests')
  if (!(await waitForExit(holder.server.pid, drainMilliseconds))) process.kill(holder.server.pid, 'SIGKILL')
}

async function requirePort({ host, port }, patienceMilliseconds) {
  const end = Date.now() + patienceMilliseconds
  for (;;) {
    const found = await tryPort(port, host).catch((error) => {
      if (error.code !== 'EADDRNOTAVAIL') throw error
      throw new Failure(`HOST is ${host}, which is not an address of this machine.`)
    })
    if (found !== undefined) return found
    if (Date.now() > end)
      throw new Failure(`Port ${port} is in use by another program. Stop it, or set PORT.`)
    await pause(50)
  }
}

/** Folder by folder, because Node's `recursive` never returns for existing folders the system reports as missing (/proc). */
function makeFolder(path) {
  if (isFolder(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (!isFolder(path)) throw error
  }
}

function isFolder(path) {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** Claims DATA_DIR and the port. `update` publishes our state to other starts. */
export async function claimInstance({ dataDir, ...wanted }) {
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    throw new Failure(`DATA_DIR cannot be used: ${error.message}.`)
  }
  let wasKilled = false
  const lock = await takeLock(join(dataDir, 'instance.lock'), {
    onHeld: whileHeld(dataDir),
    onStale(holder) {
      wasKilled = true
      return endOrphan(holder)
    },
  })
  onStop(() => lock.release())
  const found = await requirePort(
    listenAddress(wanted.host, wanted.port),
    wasKilled ? releaseMilliseconds : 0,
  )
  let state = { port: found }
  const update = (fields) => {
    state = { ...state, ...fields }
    lock.update(state)
  }
  update({})
  return { port: found, update }
}
