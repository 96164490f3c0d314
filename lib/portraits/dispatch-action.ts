import type { z } from 'zod'
import type { Caller } from '@/lib/platform/caller'
import { isRecord } from '@/lib/platform/json'
import { ActionName } from './action-schema'
import { createAsset } from './actions/create-asset'
import { createAssetGroup } from './actions/create-asset-group'
import { createValidation } from './actions/create-validation'
import { deleteAsset } from './actions/delete-asset'
import { deleteAssetGroup } from './actions/delete-asset-group'
import { listAssetGroups } from './actions/list-asset-groups'
import { listAssets } from './actions/list-assets'
import { readAsset } from './actions/read-asset'
import { readAssetGroup } from './actions/read-asset-group'
import { readValidation } from './actions/read-validation'
import { updateAsset } from './actions/update-asset'
import { updateAssetGroup } from './actions/update-asset-group'
import { invalidParameter } from './internal/invalid-parameter'
import { missingParameter } from './internal/missing-parameter'
import { parseAction } from './internal/parse-action'
import {
  CreateAssetInput,
  CreateGroupInput,
  CreateValidationInput,
  IdInput,
  ListAssetsInput,
  ListGroupsInput,
  PORTRAIT_VERSION,
  type PortraitReply,
  ReadValidationInput,
  UpdateAssetInput,
  UpdateGroupInput,
} from './schema'

type Action = (caller: Caller, body: unknown) => Promise<object>

/** What a client may call the id, besides `Id`. */
const withId = (alias: 'GroupId' | 'AssetId') => (body: unknown) =>
  isRecord(body) && !body.Id ? { ...body, Id: body[alias] } : body

function action<Schema extends z.ZodType>(
  schema: Schema,
  run: (caller: Caller, input: z.output<Schema>) => Promise<object>,
  prepare: (body: unknown) => unknown = (body) => body,
): Action {
  return async (caller, body) => run(caller, parseAction(schema, prepare(body)))
}

const actions: Readonly<Record<ActionName, Action>> = {
  CreateAssetGroup: action(CreateGroupInput, createAssetGroup),
  CreateAsset: action(CreateAssetInput, createAsset),
  CreateVisualValidateSession: action(CreateValidationInput, createValidation),
  GetVisualValidateResult: action(ReadValidationInput, readValidation),
  GetAssetGroup: action(IdInput, readAssetGroup, withId('GroupId')),
  ListAssetGroups: action(ListGroupsInput, listAssetGroups),
  UpdateAssetGroup: action(UpdateGroupInput, updateAssetGroup, withId('GroupId')),
  DeleteAssetGroup: action(IdInput, deleteAssetGroup, withId('GroupId')),
  GetAsset: action(IdInput, readAsset, withId('AssetId')),
  ListAssets: action(ListAssetsInput, listAssets),
  UpdateAsset: action(UpdateAssetInput, updateAsset, withId('AssetId')),
  DeleteAsset: action(IdInput, deleteAsset, withId('AssetId')),
}

export type ActionCall = { requestId: string; action: string; version: string; body: Buffer }

/** One call of the action protocol. Throws AppError; the route tells it in the protocol's own envelope. */
export async function dispatchAction(caller: Caller, call: ActionCall): Promise<PortraitReply> {
  if (call.action === '') throw missingParameter('Action')
  const name = ActionName.safeParse(call.action)
  if (!name.success) throw invalidParameter('Action', 'Action is not an action of this service.')
  if (call.version === '') throw missingParameter('Version')
  if (call.version !== PORTRAIT_VERSION)
    throw invalidParameter('Version', `Version must be ${PORTRAIT_VERSION}.`)
  const result = await actions[name.data](caller, parseBody(call.body))
  return {
    ...result,
    ResponseMetadata: {
      RequestId: call.requestId,
      Action: call.action,
      Version: call.version,
      Service: 'ark',
      Region: 'cn-beijing',
    },
    Result: { ...result },
  }
}

function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return {}
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw invalidParameter('Body', 'Body is not valid JSON.')
  }
}
