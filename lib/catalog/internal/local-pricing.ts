import { ConfigurationError } from '@/lib/platform/env'
import { Pricing } from '../schema'
import { describeIssues } from './describe-issues'

/**
 * LOCAL_MODEL_PRICING: what a token of every model found at a local server costs. Undefined: the operator did not say, and
 * nothing is offered without a price, not even for nothing: `{"prompt":"0","completion":"0"}` says that.
 */
export function localPricing(text: string | undefined): Pricing | undefined {
  if (text === undefined) return undefined
  const value = parseJson(text)
  const parsed = Pricing.required({ prompt: true, completion: true }).safeParse(value)
  if (parsed.success) return parsed.data
  throw new ConfigurationError(`LOCAL_MODEL_PRICING: ${describeIssues(parsed.error.issues, value)}.`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ConfigurationError('LOCAL_MODEL_PRICING must be JSON, such as {"prompt":"0","completion":"0"}.')
  }
}
