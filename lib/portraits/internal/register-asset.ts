import { signObjectUrl } from '@/lib/objects/read-object'
import { clock } from '@/lib/platform/clock'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { portraitVault } from '@/lib/upstream/registry'
import { type AssetRow, endAsset, findAssetForWork, saveAssetVaultId, saveGroupVaultId } from '../repository'
import { AssetType } from '../schema'

const LINK_SECONDS = 3600

/** Puts a stored asset into the vault and follows it there. Throws while the vault is not done with it. */
export async function registerAsset(row: AssetRow, signal: AbortSignal): Promise<void> {
  const vault = portraitVault()
  const vaultId = row.vaultId ?? (await createInVault(row, signal))
  const answer = await vault.readAsset(vaultId, signal)
  if (answer.state === 'processing') throw new UpstreamError('failed', { message: 'still being checked' })
  const end =
    answer.state === 'failed'
      ? { status: 'Failed' as const, failedReason: `${answer.code}: ${answer.message}` }
      : { status: 'Active' as const, failedReason: null }
  await endAsset(row.id, { ...end, updatedAt: clock.now() })
}

async function createInVault(row: AssetRow, signal: AbortSignal): Promise<string> {
  const vault = portraitVault()
  const groupId = row.group.vaultId ?? (await createGroup(row, signal))
  const created = await vault.createAsset(
    {
      groupId,
      name: row.name,
      assetType: AssetType.parse(row.assetType),
      url: signObjectUrl(row.objectId ?? '', LINK_SECONDS).url,
    },
    signal,
  )
  if (await saveAssetVaultId(row.id, created.id)) return created.id
  // Another worker was faster, or the asset was deleted meanwhile: this one is of no use.
  await vault.deleteAsset(created.id, signal)
  return (await findAssetForWork(row.id))?.vaultId ?? created.id
}

async function createGroup(row: AssetRow, signal: AbortSignal): Promise<string> {
  const vault = portraitVault()
  const { id } = await vault.createGroup({ name: row.group.name, description: '' }, signal)
  if (await saveGroupVaultId(row.groupId, id)) return id
  await vault.deleteGroup(id, signal)
  return (await findAssetForWork(row.id))?.group.vaultId ?? id
}
