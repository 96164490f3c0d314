// Portico needs a newer Node than many machines have. If it is too old, one is downloaded from npm into .runtime, and we start over on
// it. This file and its imports must run on Node 18.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { step } from './output.mjs'
import { takeLock } from './processes.mjs'
import { npmCommand, run } from './run.mjs'
import { whenNpmGone } from './stop.mjs'

const oldest = [22, 19]
const fetched = 'node@24'

export function isNewEnough(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number)
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1])
}

function fetchedNode(root) {
  const folder = join(root, '.runtime', 'node_modules', 'node')
  const binary = join(folder, 'bin', 'node')
  if (!existsSync(binary)) return undefined
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return isNewEnough(version) ? binary : undefined
}

async function fetchNode(root) {
  const lock = await takeLock(join(root, '.cache', 'runtime.lock'))
  try {
    if (fetchedNode(root)) return
    const prefix = join(root, '.runtime')
    await step(`Downloading Node 24 (yours is ${process.version})`, () =>
      run(
        'Downloading Node 24 from npm',
        npmCommand('install', '--prefix', prefix, '--no-save', '--no-package-lock', fetched),
      ),
    )
  } finally {
    lock.release()
  }
}

/** Forwards signals to the newer Node and exits with its code. It notices our exit through the IPC channel. */
function startOver(binary) {
  const path = `${dirname(binary)}${delimiter}${process.env.PATH ?? ''}`
  const child = spawn(binary, process.argv.slice(1), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: path },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  whenNpmGone(() => child.kill('SIGTERM'))
  child.once('error', (error) => {
    console.error(`The Node in .runtime could not be started: ${error.message}`)
    process.exit(1)
  })
  child.once('exit', (code) => process.exit(code ?? 1))
  return new Promise(() => {}) // this process exits with the child
}

/** Returns if this Node is new enough. Otherwise the program runs in a newer one and this never returns. */
export async function onNewEnoughNode(root) {
  if (isNewEnough(process.version)) return
  if (!fetchedNode(root)) await fetchNode(root)
  await startOver(fetchedNode(root))
}
