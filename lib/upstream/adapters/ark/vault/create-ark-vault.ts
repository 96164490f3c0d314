import { z } from 'zod'
import type { PortraitVault } from '@/lib/upstream/contract/portrait-vault'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { callVault } from './call-vault'
import { mediaCodeOf } from './vault-refusal'
import { CreatedInVault, OpenedValidation, PassedValidation, VaultAssetReply } from './vault-reply'
import type { VaultSettings } from './vault-settings'

const Anything = z.looseObject({})
const NAME_LENGTH = 64

/** Portraits in Ark's own library, so that Seedance accepts the faces in them; checks of liveness are real there. */
export function createArkVault(settings: VaultSettings): PortraitVault {
  const call = <Answer>(action: string, input: object, reply: z.ZodType<Answer>, signal: AbortSignal) =>
    callVault(settings, { action, input, reply, signal })
  return {
    async createGroup({ name, description }, signal) {
      const input = { Name: name.slice(0, NAME_LENGTH), Description: description, GroupType: 'AIGC' }
      const { Id } = await call('CreateAssetGroup', input, CreatedInVault, signal)
      return { id: Id }
    },

    async deleteGroup(id, signal) {
      await unlessGone(call('DeleteAssetGroup', { Id: id }, Anything, signal))
    },

    async createAsset({ groupId, name, assetType, url }, signal) {
      const input = { GroupId: groupId, URL: url, AssetType: assetType, ...(name && { Name: name }) }
      const { Id } = await call('CreateAsset', input, CreatedInVault, signal)
      return { id: Id }
    },

    async readAsset(id, signal) {
      const { Status, Error: fault } = await call('GetAsset', { Id: id }, VaultAssetReply, signal)
      if (Status === 'Active') return { state: 'active' }
      if (Status === 'Processing') return { state: 'processing' }
      return {
        state: 'failed',
        code: mediaCodeOf(fault?.Code ?? ''),
        message: 'The vault refused the media.',
      }
    },

    async deleteAsset(id, signal) {
      await unlessGone(call('DeleteAsset', { Id: id }, Anything, signal))
    },

    async openValidation(returnUrl, signal) {
      const input = { CallbackURL: returnUrl }
      const answer = await call('CreateVisualValidateSession', input, OpenedValidation, signal)
      return { token: answer.BytedToken, link: answer.H5Link }
    },

    /** A token that is not finished and one that is unknown look alike there. */
    async readValidation(token, signal) {
      const answer = call('GetVisualValidateResult', { BytedToken: token }, PassedValidation, signal)
      const passed = await unlessGone(answer)
      return passed === null ? null : { groupId: passed.GroupId }
    },
  }
}

async function unlessGone<Result>(answer: Promise<Result>): Promise<Result | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof UpstreamError && error.status === 404) return null
    throw error
  }
}
