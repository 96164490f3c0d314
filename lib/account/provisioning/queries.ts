import { shapesOf } from '@/lib/client/api-client'
import { mutationOf, queryOf } from '@/lib/client/api-queries'
import { apiPaths } from '@/lib/client/paths'
import type { GivenRole } from './schema'

const shape = shapesOf<typeof import('./schema')>()

const stale = ['provisioning']

export const provisioningQuery = () => queryOf(stale, apiPaths.provisioning, shape('ProvisioningSettings'))

/** Creates the token, or replaces it. */
export const createTokenMutation = () =>
  mutationOf(shape('NewScimToken'), () => ['POST', apiPaths.scimToken], { stale })

export const revokeTokenMutation = () =>
  mutationOf(shape('DeletedScimToken'), () => ['DELETE', apiPaths.scimToken], { stale })

export const setDefaultRoleMutation = () =>
  mutationOf(
    shape('ProvisioningSettings'),
    (default_role: GivenRole) => ['PATCH', apiPaths.provisioning, { default_role }],
    { stale },
  )

type GroupRole = { id: string; role: GivenRole | 'none' | null }

/** `role` null: the one that the group is named after. */
export const setGroupRoleMutation = () =>
  mutationOf(
    shape('ProvisioningGroup'),
    ({ id, role }: GroupRole) => ['PATCH', apiPaths.provisioningGroup(id), { role }],
    { stale },
  )
