import { callApi } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import { FinishedLiveness, type FinishLivenessRequest } from '@/lib/portraits/schema'

/** Tells how the sandbox's check went, and leads the phone back to whoever asked for it. */
export async function finishCheck(token: string, body: FinishLivenessRequest): Promise<void> {
  const { redirect_url } = await callApi(apiPaths.finishLiveness(token), {
    method: 'POST',
    body,
    reply: FinishedLiveness,
  })
  window.location.assign(redirect_url)
}
