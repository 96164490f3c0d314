import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../postgres/free-port.mjs'
import { startOther, waitUntilServed } from './children.mjs'

const VERSION = '1.15.2'
const MANIFEST = {
  private: true,
  dependencies: { '@portkey-ai/gateway': VERSION },
  // With the version that it resolves to today it answers nothing on Node.
  overrides: { '@hono/node-server': '1.14.1' },
}

/** Installed on demand, outside the project, and kept for the next run. */
async function install() {
  const prefix = join(tmpdir(), `portico-bench-portkey-${VERSION}`)
  const program = join(prefix, 'node_modules/@portkey-ai/gateway/build/start-server.js')
  if (existsSync(program)) return program
  mkdirSync(prefix, { recursive: true })
  writeFileSync(join(prefix, 'package.json'), JSON.stringify(MANIFEST))
  const args = ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1']
  await promisify(execFile)('npm', args, { cwd: prefix, timeout: 60_000 })
  return program
}

export async function startPortkey({ upstream, folder }) {
  const program = await install()
  const port = await freePort()
  const args = [program, `--port=${port}`, '--headless']
  const env = { NODE_ENV: 'production' }
  const child = startOther(process.execPath, args, { env, logFile: join(folder, 'portkey.log') })
  const origin = `http://127.0.0.1:${port}`
  await waitUntilServed(child, origin, 15_000)
  const headers = {
    authorization: 'Bearer bench',
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': `${upstream.origin}/v1`,
  }
  return { pid: child.pid, origin, path: '/v1/chat/completions', headers }
}
