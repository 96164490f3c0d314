// Route files are Next route handlers, so a host that runs only Next (`next build && next start`) serves them. One of them is built, into a
// separate folder.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { unassignedPort } from '../../scripts/postgres/free-port.mjs'
import { run } from '../../scripts/steps/run.mjs'
import { startTestCluster, templateDatabase } from '../../scripts/testing/test-cluster.mjs'
import { openFolder, until } from './open.mjs'

const root = process.cwd()
const next = [process.execPath, join(root, 'node_modules', 'next', 'dist', 'bin', 'next')]

it('next build && next start', async () => {
  const folder = await openFolder()
  const cluster = await startTestCluster(root, folder)
  const port = await unassignedPort()
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_DIST_DIR: '.cache/next-alone',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXTAUTH_SECRET: 'a-secret-for-tests-only-0123456789abcdef',
    DATABASE_URL: cluster.url(templateDatabase),
    DATA_DIR: join(folder, 'data'),
  }
  const settings = readFileSync(join(root, 'tsconfig.json')) // Next adds that folder to them
  try {
    const one = ['--debug-build-paths', 'app/(api)/api/health/route.ts']
    await run('next build', [...next, 'build', ...one], { cwd: root, env })
  } finally {
    writeFileSync(join(root, 'tsconfig.json'), settings)
  }
  const [node, cli] = next
  const server = spawn(node, [cli, 'start', '--port', String(port)], { cwd: root, env, stdio: 'ignore' })
  try {
    const health = () => fetch(`http://localhost:${port}/api/health`).catch(() => undefined)
    await until('Next answers', async () => (await health())?.status === 200)
    assert.match((await health())?.headers.get('x-request-id') ?? '', /^req_/)
  } finally {
    server.kill()
    await once(server, 'exit')
    await cluster.stop()
  }
})
