// Every process that the bench starts, so that none outlives it.
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const children = new Set()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

function keep(child) {
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** One of the bench's own programs, once it has said where it listens (or that it is ready). */
export async function startOwn(file, env = {}) {
  const program = fileURLToPath(new URL(file, import.meta.url))
  const child = keep(fork(program, { env: { ...process.env, NODE_ENV: 'production', ...env } }))
  const [message] = await Promise.race([once(child, 'message'), failure(child, file)])
  return { child, message }
}

/** A program of somebody else's, its words kept in `logFile`. */
export function startOther(command, args, { env, logFile, cwd }) {
  const log = openSync(logFile, 'w')
  return keep(spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', log, log] }))
}

export async function waitUntilServed(child, url, withinMs) {
  const end = Date.now() + withinMs
  while (Date.now() < end) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('it ended while it started')
    const isServed = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isServed) return
    await pause(100)
  }
  throw new Error(`${url} did not answer within ${withinMs / 1000} s`)
}

/** Asks all to end; those that do not within 15 s are killed. */
export async function stopAll() {
  const left = [...children]
  for (const child of left) child.kill('SIGTERM')
  const gone = Promise.all(left.map((child) => (isRunning(child) ? once(child, 'exit') : undefined)))
  await Promise.race([gone, pause(15_000, undefined, { ref: false })])
  for (const child of children) child.kill('SIGKILL')
}

function isRunning(child) {
  return child.exitCode === null && child.signalCode === null
}

async function failure(child, name) {
  const [code] = await once(child, 'exit')
  throw new Error(`${name} ended with ${code}`)
}
