// For tests: a process of its own that receives Stripe's webhooks, to be killed. Says its port to its parent.
import '../../../scripts/steps/load-typescript.mjs'

const { listenForWebhooks } = await import('./listen-for-webhooks.ts')
process.send?.(await listenForWebhooks())
