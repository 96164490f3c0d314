import type { ImageModelV4 } from '@ai-sdk/provider'
import type { SdkName } from '@/lib/upstream/contract/adapter'
import type { SdkSettings } from '../sdk-settings'

/** What tells one vendor's pictures from another's. */
export type ImageVendor = {
  /** The model that the package makes, which is loaded for it; `fetch` is ours. */
  open(settings: SdkSettings, modelId: string, fetch: typeof globalThis.fetch): Promise<ImageModelV4>
  /** The ratios it draws in, where it is told a ratio and not a size in pixels. */
  ratios: readonly `${number}:${number}`[] | null
  /** Whether a mask may come with an edit. */
  takesMasks: boolean
}

export const imageVendors: Partial<Record<SdkName, ImageVendor>> = {
  google: {
    async open({ baseUrl, apiKey }, modelId, fetch) {
      const { createGoogle } = await import('@ai-sdk/google')
      return createGoogle({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch }).image(modelId)
    },
    ratios: ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'],
    takesMasks: false,
  },
  fal: {
    async open({ baseUrl, apiKey }, modelId, fetch) {
      const { createFal } = await import('@ai-sdk/fal')
      return createFal({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch }).image(modelId)
    },
    ratios: null,
    takesMasks: true,
  },
  replicate: {
    async open({ baseUrl, apiKey }, modelId, fetch) {
      const { createReplicate } = await import('@ai-sdk/replicate')
      return createReplicate({ baseURL: baseUrl, apiToken: apiKey ?? '', fetch }).image(modelId)
    },
    ratios: ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9'],
    takesMasks: true,
  },
}
