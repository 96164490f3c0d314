import type { ChatDialect } from './dialect'

export const googleDialect: ChatDialect = {
  name: 'google',
  reasoningFormat: 'google-gemini-v1',
  async open({ baseUrl, apiKey }, modelId, fetch) {
    const { createGoogle } = await import('@ai-sdk/google')
    return createGoogle({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch })(modelId)
  },
  readsLinks: false,
  hasJsonMode: true,
  searchTool: () => ({ type: 'provider', id: 'google.google_search', name: 'google_search', args: {} }),
  citesInTexts: false,
  adapt: async (options, request) =>
    // Thoughts are counted and billed either way; a caller who asks for effort may see them.
    request.reasoning_effort && request.reasoning_effort !== 'none'
      ? { ...options, providerOptions: { google: { thinkingConfig: { includeThoughts: true } } } }
      : options,
}
