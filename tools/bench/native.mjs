// The load generator and the upstream of the benchmarks (native/*.c), built with the machine's C compiler once for each version of them.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/postgres/free-port.mjs'
import { hashFiles, listFiles } from '../../scripts/steps/hash.mjs'
import { Failure } from '../../scripts/steps/output.mjs'
import { run } from '../../scripts/steps/run.mjs'
import { startOther, waitUntilServed } from './harness.mjs'

const sources = fileURLToPath(new URL('native', import.meta.url))
const cache = fileURLToPath(new URL('../../.cache/bench', import.meta.url))

/** Returns the folder with the programs `load` and `upstream`. */
export async function buildNative() {
  if (process.platform !== 'linux')
    throw new Failure('The benchmarks need Linux: their load generator uses epoll.')
  if (spawnSync('cc', ['--version']).status !== 0)
    throw new Failure(
      'The benchmarks need a C compiler (`cc`) for their load generator. Install gcc or clang.',
    )
  const folder = join(cache, `native-${hashFiles(sources, listFiles(sources)).slice(0, 12)}`)
  if (existsSync(folder)) return folder
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  for (const name of ['load', 'upstream']) {
    const file = join(sources, `${name}.c`)
    await run(
      `Compiling ${name}.c`,
      ['cc', '-O2', '-D_GNU_SOURCE', '-o', join(unfinished, name), file, '-lm'],
      {},
    )
  }
  renameSync(unfinished, folder)
  return folder
}

/** Starts the instant upstream. `readCounts()` returns what it has answered. */
export async function startUpstream(programs, folder) {
  const port = await freePort()
  const child = startOther(join(programs, 'upstream'), [String(port)], {
    logFile: join(folder, 'upstream.log'),
  })
  const origin = `http://127.0.0.1:${port}`
  await waitUntilServed(child, `${origin}/stats`, 5000)
  return { origin, readCounts: async () => (await fetch(`${origin}/stats`)).json() }
}

/** Runs the load generator to its end. `parameters` as native/load.c explains them. Returns what it printed. */
export function generateLoad(programs, [mode, ...parameters], { url, headers = {}, bodyFile }) {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const args = [mode, ...parameters.map(String), ...named, url, bodyFile]
  return new Promise((resolve, reject) => {
    const child = startOther(join(programs, 'load'), args)
    let [output, errors] = ['', '']
    child.stdout.on('data', (bytes) => (output += bytes))
    child.stderr.on('data', (bytes) => (errors += bytes))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(JSON.parse(output)) : reject(new Error(errors.trim())),
    )
  })
}
