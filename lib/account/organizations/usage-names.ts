import { listOwnedKeys, readKeyNames } from '@/lib/account/api-keys/keys'
import { readMemberNames } from '@/lib/account/identity/memberships'
import { readProjectNames } from '@/lib/account/projects/projects'
import { readModelNames } from '@/lib/catalog/models/models'

/** Names of models, keys, members and projects for usage statistics, and which keys belong to whom. */
export const usageNames = { readModelNames, readKeyNames, listOwnedKeys, readMemberNames, readProjectNames }
