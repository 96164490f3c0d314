import type { z } from 'zod'
import { shapesOf } from '@/lib/client/api-client'
import { mutationOf, queryOf } from '@/lib/client/api-queries'
import { apiPaths } from '@/lib/client/paths'
import type { CreateShareRequest, ShareListReply } from './schema'

const shape = shapesOf<typeof import('./schema')>()

const shares = { stale: ['shares'] }

/** Of one task, or of all. */
export const sharesQuery = (taskId = '') => ({
  ...queryOf([...shares.stale, taskId], apiPaths.shares, shape('ShareListReply'), { task_id: taskId }),
  select: ({ items }: ShareListReply) => items,
})

export const createShareMutation = () =>
  mutationOf(
    shape('CreatedShare'),
    (body: z.input<typeof CreateShareRequest>) => ['POST', apiPaths.shares, body],
    shares,
  )

export const revokeShareMutation = () =>
  mutationOf(shape('RevokedShare'), (id: string) => ['DELETE', apiPaths.share(id)], shares)
