import type { ProviderProbe } from '@/lib/upstream/contract/provider-probe'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { createAiSdkModelList } from './create-model-list'
import type { SdkSettings } from './sdk-settings'

/** Lists the vendor's models; a refusal is an answer too, unless it is of our key. Null where that cannot be asked for free. */
export function createAiSdkProbe(settings: SdkSettings): ProviderProbe | null {
  const list = createAiSdkModelList(settings)
  if (list === null) return null
  return async (signal) => {
    await list(signal).catch((error: unknown) => {
      const isAnswer =
        error instanceof UpstreamError && (error.fault === 'rejected' || error.fault === 'rate_limited')
      if (!isAnswer) throw error
    })
  }
}
