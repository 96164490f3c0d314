import { mutationOptions } from '@tanstack/react-query'
import { callApi, shapesOf } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import type { DeleteAccountRequest } from './deletion-schema'

const shape = shapesOf(() => import('./deletion-schema'))

/** The request may contain a password, so it must not stay in the cache. */
export function deleteAccountMutation() {
  return mutationOptions({
    mutationFn: (body: DeleteAccountRequest) =>
      callApi(apiPaths.deleteAccount, { method: 'POST', body, reply: shape('DeletedAccount') }),
    gcTime: 0,
  })
}
