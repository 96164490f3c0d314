import type { ProviderProbe } from '@/lib/upstream/contract/provider-probe'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { ArkAccess } from './ark-settings'
import { askArk } from './ask-ark'

const ONE_TASK = '?page_num=1&page_size=1'

/** Lists one task at most. */
export function createArkProbe(access: ArkAccess): ProviderProbe {
  return async (signal) => {
    await askArk(access, { method: 'GET', path: ONE_TASK, signal }).catch((error: unknown) => {
      if (!(error instanceof UpstreamError) || !isAnswer(error)) throw error
    })
  }
}

function isAnswer({ fault }: UpstreamError): boolean {
  return fault === 'rejected' || fault === 'rate_limited'
}
