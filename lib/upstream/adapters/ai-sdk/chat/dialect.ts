import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { SdkSettings } from '../sdk-settings'
import type { ChatRequest } from './chat-request'

/** What tells one vendor's chat from another's. */
export type ChatDialect = {
  /** The vendor's name in the package's `providerOptions`. */
  name: 'anthropic' | 'google'
  /** How thoughts are marked that only this vendor can read again. */
  reasoningFormat: string
  /** The model that the package makes, which is loaded for it; `fetch` is ours. */
  open(settings: SdkSettings, modelId: string, fetch: typeof globalThis.fetch): Promise<LanguageModelV4>
  /** Whether the vendor fetches links of callers by itself. */
  readsLinks: boolean
  /** Whether the vendor writes JSON without a schema; else it is held to one for any object. */
  hasJsonMode: boolean
  /** The vendor's own tool that searches the web, with a limit where the vendor can be told. */
  searchTool(most: number): NonNullable<LanguageModelV4CallOptions['tools']>[number]
  /** Whether its texts say which pages they cite; else all that it names as sources are cited. */
  citesInTexts: boolean
  /** What only this vendor is told. */
  adapt(options: LanguageModelV4CallOptions, request: ChatRequest): Promise<LanguageModelV4CallOptions>
}
