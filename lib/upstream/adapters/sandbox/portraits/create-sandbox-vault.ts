import { randomUUID } from 'node:crypto'
import type { PortraitVault } from '@/lib/upstream/contract/portrait-vault'

/**
 * A vault inside Portico: it keeps nothing of its own, for our store has the media and our tables the groups, and it takes
 * everything that passed our checks. It makes no check of liveness; the page for the phone says so.
 */
export function createSandboxVault(): PortraitVault {
  return {
    createGroup: async () => ({ id: `sandbox-group-${randomUUID()}` }),
    deleteGroup: async () => undefined,
    createAsset: async () => ({ id: `sandbox-asset-${randomUUID()}` }),
    readAsset: async () => ({ state: 'active' }),
    deleteAsset: async () => undefined,
  }
}
