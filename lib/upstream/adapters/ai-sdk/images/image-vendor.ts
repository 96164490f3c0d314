import { createFal } from '@ai-sdk/fal'
import { createGoogle } from '@ai-sdk/google'
import type { ImageModelV4 } from '@ai-sdk/provider'
import { createReplicate } from '@ai-sdk/replicate'
import type { SdkName } from '@/lib/upstream/contract/adapter'
import type { SdkSettings } from '../sdk-settings'

/** What tells one vendor's pictures from another's. */
export type ImageVendor = {
  open(settings: SdkSettings, modelId: string, fetch: typeof globalThis.fetch): ImageModelV4
  /** The ratios it draws in, where it is told a ratio and not a size in pixels. */
  ratios: readonly `${number}:${number}`[] | null
  /** Whether a mask may come with an edit. */
  takesMasks: boolean
}

export const imageVendors: Partial<Record<SdkName, ImageVendor>> = {
  google: {
    open: ({ baseUrl, apiKey }, modelId, fetch) =>
      createGoogle({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch }).image(modelId),
    ratios: ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'],
    takesMasks: false,
  },
  fal: {
    open: ({ baseUrl, apiKey }, modelId, fetch) =>
      createFal({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch }).image(modelId),
    ratios: null,
    takesMasks: true,
  },
  replicate: {
    open: ({ baseUrl, apiKey }, modelId, fetch) =>
      createReplicate({ baseURL: baseUrl, apiToken: apiKey ?? '', fetch }).image(modelId),
    ratios: ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9'],
    takesMasks: true,
  },
}
