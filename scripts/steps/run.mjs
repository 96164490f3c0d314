// Runs a program to its end. Its output is shown only if it fails.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Failure } from './output.mjs'
import { onStop } from './stop.mjs'

const runWithParent = fileURLToPath(new URL('run-with-parent.mjs', import.meta.url))
const keptCharacters = 200_000

/** The npm that started us, or the `npm` command. */
export function npmCommand(...parameters) {
  const file = process.env.npm_execpath
  return file?.endsWith('npm-cli.js') ? [process.execPath, file, ...parameters] : ['npm', ...parameters]
}

export function run(what, [command, ...parameters], { cwd, env = process.env, print = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [runWithParent, command, ...parameters], {
      cwd,
      env,
      detached: true,
      stdio: print ? ['ignore', 'inherit', 'inherit', 'ipc'] : ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const forget = onStop(() => {
      if (child.connected) child.disconnect()
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (bytes) => {
        output = (output + bytes).slice(-keptCharacters)
      })
    }
    child.once('error', (error) => reject(new Failure(`${what} could not be started: ${error.message}`)))
    child.once('close', (code) => {
      forget()
      if (code === 0) resolve(output)
      else reject(new Failure(`${what} failed.`, output.trim()))
    })
  })
}
