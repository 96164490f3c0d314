import type { RouteModule } from '@/lib/http/contract'
import { openChat } from './testing'

/** For tests: routes before Anthropic's and Google's own wire, with all that these vendors have a price for. */
const vendorPricing = {
  prompt: '0.000004',
  completion: '0.00002',
  cached_prompt: '0.0000002',
  cache_write: '0.000005',
  cache_write_1h: '0.000008',
  web_search: '0.01',
}

export function openVendors(modules: Readonly<Record<string, RouteModule>>) {
  return openChat({
    modules,
    providersAt: (upstream) => {
      const vendor = (id: string, sdk: string, upstreamId: string, pricing: object) => ({
        id,
        adapter: 'ai-sdk',
        base_url: upstream.baseUrl,
        api_key_env: 'PATH',
        options: { sdk, web_search: 'native' },
        models: [
          {
            id: `acme/${id}`,
            upstream_id: upstreamId,
            max_output_tokens: 1000,
            supported_parameters: ['reasoning_effort', 'web_search'],
            pricing,
          },
        ],
      })
      const { web_search: _search, ...unpriced } = vendorPricing
      return [
        vendor('claude', 'anthropic', 'claude-sonnet-4-6', vendorPricing),
        vendor('gemini', 'google', 'gemini-3.8-flash', { ...vendorPricing, web_search: '0.014' }),
        vendor('unpriced', 'anthropic', 'claude-haiku-4-5', unpriced),
      ]
    },
  })
}
