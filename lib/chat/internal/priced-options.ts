import { AppError } from '@/lib/platform/errors'
import type { PricedOption } from '@/lib/routing/schema'
import type { ChatRequest } from '../schema'

/**
 * Options that vendors bill apart. One is taken where a route has a price for it; only such routes are used, and where there
 * is none the request is refused by its name. What nothing here can serve yet is refused always.
 */
export function pricedOptionsOf(request: ChatRequest): PricedOption[] {
  refuseStored(request)
  const tier = tierAsked(request)
  return [
    ...(tier === null
      ? []
      : [
          {
            param: 'service_tier',
            isPricedAt: ({ price }) => price.serviceTiers.has(tier),
          } satisfies PricedOption,
        ]),
    ...(asksForSound(request)
      ? [
          {
            param: 'modalities',
            isPricedAt: ({ price }) => price.audioOutput !== null,
          } satisfies PricedOption,
        ]
      : []),
    ...searchOptionsOf(request).map((param): PricedOption => ({ param, isPricedAt: isSearchPricedAt })),
  ]
}

/** The tier of service with a price of its own that is asked for. */
export function tierAsked({ service_tier: tier }: ChatRequest): string | null {
  return tier == null || tier === 'auto' || tier === 'default' ? null : tier
}

/** The tier that is billed: the one asked for, unless the upstream says that it served in another, which is the plain price. */
export function tierServed(request: ChatRequest, told: unknown): string | null {
  const asked = tierAsked(request)
  return typeof told === 'string' && told !== asked ? null : asked
}

export function asksForSound({ modalities }: ChatRequest): boolean {
  return modalities?.includes('audio') ?? false
}

/** Searches of the web that are asked for in a vendor's own words (OpenAI's, OpenRouter's, xAI's). */
export function searchOptionsOf(request: ChatRequest): string[] {
  return SEARCH_OPTIONS.filter((name) => {
    const value = request[name]
    return Array.isArray(value) ? value.length > 0 : value != null
  })
}

const SEARCH_OPTIONS = ['web_search_options', 'plugins', 'search_parameters']

/** An upstream that is told in other words would leave the vendor's own unread. */
const isSearchPricedAt: PricedOption['isPricedAt'] = ({ price, target }) =>
  price.webSearch !== null && target.webSearch !== 'enable_search' && target.webSearch !== 'tools'

function refuseStored({ store, messages }: ChatRequest): void {
  if (store === true) throw unsupported('store', 'no chat completions are kept here')
  for (const [at, { content }] of messages.entries()) {
    if (!Array.isArray(content)) continue
    const place = content.findIndex((part) => part.type === 'file' && part.file.file_id != null)
    if (place >= 0)
      throw unsupported(
        `messages[${at}].content[${place}].file.file_id`,
        'no files are kept here; send file_data',
      )
  }
}

function unsupported(param: string, why: string): AppError {
  return new AppError('unsupported_parameter', { param, message: `${param} cannot be served: ${why}.` })
}
