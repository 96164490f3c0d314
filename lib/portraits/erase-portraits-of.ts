import { deleteAssetGroup } from './actions/delete-asset-group'
import { listGroupIds } from './repository'
import { deleteValidationsOf } from './validation-repository'

/** Deletes all groups of a deleted customer with their assets, here and in the vault, and its checks of liveness. */
export async function erasePortraitsOf(customerId: string): Promise<void> {
  const caller = { customerId, userId: null, apiKey: null, isOperator: false }
  await deleteValidationsOf(customerId)
  for (const Id of await listGroupIds(customerId)) await deleteAssetGroup(caller, { Id })
}
