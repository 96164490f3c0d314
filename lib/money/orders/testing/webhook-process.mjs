// For tests: a separate process that receives Stripe's webhooks and can be killed. Sends its URL to its parent.
import '../../../../scripts/steps/load-typescript.mjs'

const { nodeDoorOf } = await import('../../../http/testing.ts')
const path = '/api/webhooks/stripe'
const { origin } = await nodeDoorOf({
  [path]: await import('../../../../app/(api)/api/webhooks/stripe/route.ts'),
})
process.send?.(origin + path)
