// For tests: a process of its own that receives Stripe's webhooks, to be killed. Says its port to its parent.
import { fileURLToPath } from 'node:url'
import { createViteServer } from 'vitest/node'

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
const vite = await createViteServer({
  root,
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  resolve: { alias: { '@': root } },
  server: { middlewareMode: true, hmr: false, watch: null, ws: false },
  optimizeDeps: { noDiscovery: true },
})
const { listenForWebhooks } = await vite.ssrLoadModule('/lib/billing/testing/listen-for-webhooks.ts')
process.send?.(await listenForWebhooks())
