const sentences: Record<string, string> = {
  upstream_error: 'The provider failed to answer.',
  upstream_unavailable: 'The provider could not be reached. Send it again, or allow the key more providers.',
  upstream_timeout: 'The provider took too long to answer. Send it again, or ask for less at once.',
  rate_limit_exceeded: 'The provider took no more requests just then. Send it again a little later.',
  content_policy_violation: 'The provider refused it by its content policy. Change what is asked for.',
  context_length_exceeded: 'The conversation was longer than the model allows. Shorten it.',
  invalid_parameter: 'The provider did not accept a parameter.',
  unsupported_parameter: 'The provider does not take a parameter. Leave it out, or ask another model.',
  empty_answer: 'The provider answered with nothing.',
  internal_error: 'Something went wrong on our side.',
}

/** What a recorded failure means and what helps, for the codes that are not a provider's own. */
export function explainFailure(code: string): string | null {
  return sentences[code] ?? null
}
