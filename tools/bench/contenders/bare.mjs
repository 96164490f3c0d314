import { startOwn } from '../harness.mjs'
import { versions } from './versions.mjs'

export const bare = {
  id: 'bare',
  name: 'bare proxy',
  title: `node:http and undici of Node ${versions.node}`,
  async start({ upstream, group }) {
    const { child, message } = await startOwn('contenders/bare-proxy.mjs', { args: [upstream.origin] })
    group.add(child.pid)
    return { origin: `http://127.0.0.1:${message.port}` }
  },
}
