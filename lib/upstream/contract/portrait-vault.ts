/**
 * The registry of portraits, so that a video model accepts them: groups of assets, and liveness checks of people who consent.
 * Every call rejects with UpstreamError. Ids are the vault's own.
 */
export interface PortraitVault {
  createGroup(group: { name: string; description: string }, signal: AbortSignal): Promise<{ id: string }>
  /** Deletes a group and its assets. A missing group counts as deleted. */
  deleteGroup(id: string, signal: AbortSignal): Promise<void>
  createAsset(asset: VaultAsset, signal: AbortSignal): Promise<{ id: string }>
  readAsset(id: string, signal: AbortSignal): Promise<VaultAssetState>
  deleteAsset(id: string, signal: AbortSignal): Promise<void>
  /** Begins a liveness check: returns the page for the phone, which finally redirects to `returnUrl`. Undefined: use our own page. */
  openValidation?(returnUrl: string, signal: AbortSignal): Promise<{ token: string; link: string }>
  /** The group that a passed check has created; null while there is none. */
  readValidation?(token: string, signal: AbortSignal): Promise<{ groupId: string } | null>
}

type VaultAsset = {
  groupId: string
  name: string
  assetType: 'Image' | 'Video' | 'Audio'
  /** A link that the vault can read for an hour. */
  url: string
}

type VaultAssetState = { state: 'processing' | 'active' } | { state: 'failed'; code: string; message: string }
