// For tests: a process of its own that receives Stripe's webhooks, to be killed. Says where to its parent.
import '../../../../scripts/steps/load-typescript.mjs'

const { nodeDoorOf } = await import('../../../http/testing.ts')
const path = '/api/webhooks/stripe'
const { origin } = await nodeDoorOf({
  [path]: await import('../../../../app/(api)/api/webhooks/stripe/route.ts'),
})
process.send?.(origin + path)
