import type { Traffic } from './traffic'

/** 0 to 1: customers' requests that were served, of all that ended here; null without any. */
export function successRateOf({ successful, requests }: Traffic): number | null {
  return requests === 0 ? null : successful / requests
}

/**
 * 0 to 100: calls that the provider answered as it should, of all that it was asked, tries before another route answered
 * included. Calls that it limited say nothing of that, and a refusal for what was asked is an answer. Null without any.
 */
export function uptimeOf(traffic: Traffic): number | null {
  const answered = traffic.successful + traffic.refused
  const asked = answered + traffic.failed + traffic.failed_tries
  return asked === 0 ? null : (100 * answered) / asked
}
