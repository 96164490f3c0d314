import type { Price } from '@/lib/billing/price'
import type { ImageQuality, UsageRow } from './internal/journal'

/** How a metered request ended. Failed ones cost nothing, whatever they used. */
export type MeterReading = {
  status: 'success' | 'failed'
  modality: UsageRow['modality']
  modelId: string
  modelName: string
  providerId: string
  priceId: string
  price: Price
  promptTokens: number
  cachedTokens: number
  /** Of a video: the tokens that its price counts. */
  completionTokens: number
  reasoningTokens: number
  images?: number
  /** What each image is billed at; null or absent where the model bills tokens. */
  imageQuality?: ImageQuality | null
  videoMillis?: number
  taskId?: string
  usageSource: UsageRow['usage_source']
  finishReason: string | null
  errorCode: string | null
  firstByteAt: Date | null
  attempts: { provider: string; code: string }[]
}
