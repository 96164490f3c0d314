import { join } from 'node:path'
import { freePort } from '../../../scripts/postgres/free-port.mjs'
import { root, startOther, waitUntilServed } from '../harness.mjs'
import { versions } from './versions.mjs'

const program = join(root, 'tools/node_modules/@portkey-ai/gateway/build/start-server.js')

export const portkey = {
  id: 'portkey',
  name: 'Portkey',
  title: `${versions.portkey}; its open version has no keys, budgets or logs`,
  async start({ upstream, folder, group }) {
    const port = await freePort()
    const args = [program, `--port=${port}`, '--headless']
    const env = { NODE_ENV: 'production' }
    const child = startOther(process.execPath, args, { env, logFile: join(folder, 'log') })
    group.add(child.pid)
    const origin = `http://127.0.0.1:${port}`
    await waitUntilServed(child, origin, 15_000)
    const headers = {
      authorization: 'Bearer bench',
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `${upstream.origin}/v1`,
    }
    return { origin, headers }
  },
}
