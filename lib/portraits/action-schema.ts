import { z } from 'zod'
import {
  CreateAssetInput,
  CreateGroupInput,
  CreateValidationInput,
  IdInput,
  ListAssetsInput,
  ListGroupsInput,
  PORTRAIT_VERSION,
  ReadValidationInput,
  UpdateAssetInput,
  UpdateGroupInput,
} from './schema'

/** What the action protocol is asked by: the action stands in the query, its fields in the body. */
export const ActionName = z.enum([
  'CreateAssetGroup',
  'CreateAsset',
  'CreateVisualValidateSession',
  'GetVisualValidateResult',
  'GetAssetGroup',
  'ListAssetGroups',
  'UpdateAssetGroup',
  'DeleteAssetGroup',
  'GetAsset',
  'ListAssets',
  'UpdateAsset',
  'DeleteAsset',
])
export type ActionName = z.infer<typeof ActionName>

export const ActionQuery = z.object({ Action: ActionName, Version: z.literal(PORTRAIT_VERSION) })

/** Which of them it is, the action says. */
export const ActionBody = z.union([
  CreateGroupInput,
  CreateAssetInput,
  CreateValidationInput,
  ReadValidationInput,
  UpdateGroupInput,
  UpdateAssetInput,
  ListGroupsInput,
  ListAssetsInput,
  IdInput,
])
