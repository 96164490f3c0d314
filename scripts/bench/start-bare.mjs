import { startOwn } from './children.mjs'

export async function startBare({ upstream }) {
  const { child, message } = await startOwn('bare-proxy.mjs', { UPSTREAM_ORIGIN: upstream.origin })
  return { pid: child.pid, origin: `http://127.0.0.1:${message.port}`, path: '/v1/chat/completions' }
}
