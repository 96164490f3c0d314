import type { z } from 'zod'
import { type Caller, requirePermission } from '@/lib/platform/caller'
import { isRecord } from '@/lib/platform/json'
import { createAsset, deleteAsset, listAssets, readAsset, updateAsset } from './assets'
import {
  createAssetGroup,
  deleteAssetGroup,
  listAssetGroups,
  readAssetGroup,
  updateAssetGroup,
} from './groups'
import { invalidParameter, missingParameter } from './portrait-refusal'
import {
  ActionName,
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
import { createValidation, readValidation } from './validations'

type Action = (caller: Caller, body: unknown) => Promise<object>

/** Another name that clients may use for `Id`. */
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

type ActionCall = { requestId: string; action: string; version: string; body: Buffer }

/** One call of the action protocol. Throws AppError; the route puts it into the protocol's envelope. */
export async function dispatchAction(caller: Caller, call: ActionCall): Promise<PortraitReply> {
  if (call.action === '') throw missingParameter('Action')
  const name = ActionName.safeParse(call.action)
  if (!name.success) throw invalidParameter('Action', 'Action is not supported.')
  if (call.version === '') throw missingParameter('Version')
  if (call.version !== PORTRAIT_VERSION)
    throw invalidParameter('Version', `Version must be ${PORTRAIT_VERSION}.`)
  if (!/^(Get|List)/.test(name.data)) requirePermission(caller, 'models.use')
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

/** Parses an action's body. The error names the first invalid field as the protocol does. Unknown fields are ignored. */
function parseAction<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const input = unflatten(body)
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const path = issue?.path.filter((part) => typeof part === 'string') ?? []
  const field = path.length === 0 ? 'Body' : path.join('.')
  const value = path.reduce<unknown>((at, part) => (isRecord(at) ? at[part] : undefined), input)
  const isMissing = typeof value === 'string' ? value.trim() === '' : value === undefined || value === null
  if (isMissing) throw missingParameter(field)
  throw invalidParameter(field, `${field} ${issue?.message ?? 'is not valid'}.`)
}

/** `{"Filter.GroupType": …}` is the same as `{"Filter": {"GroupType": …}}`. */
function unflatten(body: unknown): Record<string, unknown> {
  if (!isRecord(body)) throw invalidParameter('Body', 'Body must be a JSON object.')
  const flat = Object.entries(body).filter(([name]) => name.startsWith('Filter.'))
  if (flat.length === 0) return body
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !name.startsWith('Filter.')))
  const inside = isRecord(rest.Filter) ? rest.Filter : {}
  const outside = Object.fromEntries(flat.map(([name, value]) => [name.slice('Filter.'.length), value]))
  return { ...rest, Filter: { ...inside, ...outside } }
}
