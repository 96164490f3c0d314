import type { ValidationRow } from '../validation-repository'
import { askVault } from './ask-vault'
import { bindGroup } from './bind-group'

/** `full`: the person passed, and the customer's quota has no room for their group yet. */
export type Outcome = { kind: 'passed'; groupId: string } | { kind: 'full' } | { kind: 'open' }

/** How a check went, as far as it is known by now; makes the group of the person who passed. */
export async function learnOutcome(row: ValidationRow): Promise<Outcome> {
  if (row.groupId !== null) return { kind: 'passed', groupId: row.groupId }
  const vaultId = row.status === 'passed' ? row.vaultId : await askVault(row)
  if (row.status !== 'passed' && vaultId === null) return { kind: 'open' }
  const group = await bindGroup(row, vaultId)
  return group === null ? { kind: 'full' } : { kind: 'passed', groupId: group.id }
}
