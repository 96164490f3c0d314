import { shapesOf } from '@/lib/client/api-client'
import { mutationOf } from '@/lib/client/api-queries'
import { apiPaths } from '@/lib/client/paths'
import type { DeleteAccountRequest } from './deletion-schema'

const shape = shapesOf<typeof import('./deletion-schema')>()

/** The request may contain a password. */
export const deleteAccountMutation = () =>
  mutationOf(
    shape('DeletedAccount'),
    (body: DeleteAccountRequest) => ['POST', apiPaths.deleteAccount, body],
    {
      isSecret: true,
    },
  )
