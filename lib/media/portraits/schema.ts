import { z } from 'zod'
import { characters, visible } from '@/lib/platform/fields'

/**
 * Portraits: people, virtual or real, that a customer's videos may show. A *group* is one of them, an *asset* one picture,
 * video or sound of it; `asset://<id>` puts an active one into a video. Groups of real people are made by a check of
 * liveness alone. The wire is Volcengine's action protocol, PascalCase and all.
 */
export const PORTRAIT_VERSION = '2024-01-01'
export const MAX_BODY_BYTES = 1_048_576

const text = (most: number) =>
  z
    .string()
    .refine((value) => !value.includes('\0'), 'must not contain NUL characters')
    .check(characters({ most }))
/** An empty one counts as missing. */
const required = (most: number) =>
  text(most).refine((value) => z.string().check(visible).safeParse(value).success, 'is required')

const Name = required(64)
/** An empty one is none. */
export const ProjectName = text(64)
  .nullish()
  .transform((value) => (value?.trim() ? value : undefined))
const project = ProjectName.transform((value) => value ?? 'default')
/** What has not the form of an id is the id of nothing. */
export const toPortraitId = (value: string) => (/^[\w-]{1,128}$/.test(value) ? value : '')
const id = z
  .string()
  .refine((value) => value.trim() !== '', 'is required')
  .transform(toPortraitId)
/** What is null or left out is as if this had been sent. */
const withDefault = <Schema extends z.ZodType, Default>(schema: Schema, value: Default) =>
  schema.nullish().transform((given) => given ?? value)
const optional = (most: number) => withDefault(text(most), undefined)

export const GroupType = z.enum(['AIGC', 'LivenessFace'])
export type GroupType = z.infer<typeof GroupType>
export const AssetType = z.enum(['Image', 'Video', 'Audio'])
export type AssetType = z.infer<typeof AssetType>
export const AssetStatus = z.enum(['Processing', 'Active', 'Failed'])
export type AssetStatus = z.infer<typeof AssetStatus>

export const CreateGroupInput = z.object({
  Name,
  GroupType: GroupType.nullish()
    .refine(
      (type) => type !== 'LivenessFace',
      'must be AIGC: real people join by CreateVisualValidateSession',
    )
    .transform(() => 'AIGC' as const),
  Title: optional(64),
  Description: optional(300),
  ProjectName: project,
})
export const CreateAssetInput = z.object({
  GroupId: id,
  URL: required(4096),
  AssetType,
  Name: optional(64),
})
export const IdInput = z.object({ Id: id })
export const UpdateGroupInput = IdInput.extend({
  Name: withDefault(Name, undefined),
  Title: optional(64),
  Description: optional(300),
})
export const UpdateAssetInput = IdInput.extend({
  Name: withDefault(Name, undefined),
})

/** A list without items filters nothing, like one that is not there. */
const filterBy = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .max(100, 'must have at most 100 items')
    .nullish()
    .transform((list) => (list?.length ? list : undefined))
const ids = filterBy(z.string().transform(toPortraitId))
const page = {
  PageNumber: withDefault(z.int().min(1), 1),
  PageSize: withDefault(z.int().min(1).max(100), 10),
  SortBy: withDefault(z.enum(['CreateTime', 'UpdateTime']), 'CreateTime'),
  SortOrder: withDefault(z.enum(['Desc', 'Asc']), 'Desc'),
  /** Narrows the list where it is given. */
  ProjectName,
}
const NameFilter = text(1000).nullish()

export const ListGroupsInput = z.object({
  Filter: z.object({ GroupType: GroupType.nullish(), Name: NameFilter, GroupIds: ids }).nullish(),
  ...page,
})
export type ListGroupsInput = z.infer<typeof ListGroupsInput>

export const ListAssetsInput = z.object({
  Filter: z
    .object({
      GroupType: GroupType.nullish(),
      Name: NameFilter,
      GroupIds: ids,
      Statuses: filterBy(AssetStatus),
    })
    .nullish(),
  ...page,
})
export type ListAssetsInput = z.infer<typeof ListAssetsInput>

export const CreateValidationInput = z.object({ CallbackURL: required(2048), ProjectName: project })
export const ReadValidationInput = z.object({
  ValidateToken: z.string().refine((value) => value.trim() !== '', 'is required'),
  ProjectName,
})

const Time = z.iso.datetime()

export const GroupItem = z.object({
  Id: z.string(),
  Name: z.string(),
  Title: z.string(),
  Description: z.string(),
  GroupType,
  ProjectName: z.string(),
  CreateTime: Time,
  UpdateTime: Time,
})
export type GroupItem = z.infer<typeof GroupItem>

export const AssetItem = z.object({
  Id: z.string(),
  GroupId: z.string(),
  Name: z.string(),
  AssetType,
  Status: AssetStatus,
  /** A fresh link at every read; empty until our copy is made. */
  URL: z.string(),
  ProjectName: z.string(),
  CreateTime: Time,
  UpdateTime: Time,
  FailedReason: z.string().optional(),
})
export type AssetItem = z.infer<typeof AssetItem>

const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ Items: z.array(item), TotalCount: z.int(), PageNumber: z.int(), PageSize: z.int() })

export const GroupPage = pageOf(GroupItem)
export type GroupPage = z.infer<typeof GroupPage>
export const AssetPage = pageOf(AssetItem)
export type AssetPage = z.infer<typeof AssetPage>

export const CreatedId = z.object({ Id: z.string() })
export const ValidationSession = z.object({
  ValidateToken: z.string(),
  H5Link: z.url(),
  CallbackURL: z.string(),
})
export type ValidationSession = z.infer<typeof ValidationSession>
export const ValidationResult = z.object({ GroupId: z.string() })

export const ResponseMetadata = z.object({
  RequestId: z.string(),
  Action: z.string(),
  Version: z.string(),
  Service: z.literal('ark'),
  Region: z.literal('cn-beijing'),
  Error: z.object({ Code: z.string(), Message: z.string() }).optional(),
})

/** The members of `Result` are also beside it: clients read either. */
export const PortraitReply = z.looseObject({ ResponseMetadata, Result: z.looseObject({}).optional() })
export type PortraitReply = z.infer<typeof PortraitReply>

/** What the phone's page sees of a check; see `read-liveness`. */
export const LivenessPage = z.object({
  state: z.enum(['waiting', 'opened', 'passed', 'failed', 'expired']),
  /** No real check is made. */
  is_sandbox: z.boolean(),
  /** The requesting account; null where it was deleted. */
  asked_by: z.object({ name: z.string(), email: z.string() }).nullable(),
  expires_at: Time,
  seconds_left: z.int(),
})
export type LivenessPage = z.infer<typeof LivenessPage>

/** Chosen by the phone before the request, so that an answer lost on its way can be requested again. */
const PhoneSecret = z.string().min(32, 'must have at least 32 characters').max(128)
export const OpenLivenessRequest = z.strictObject({ phone_secret: PhoneSecret })
export type OpenLivenessRequest = z.infer<typeof OpenLivenessRequest>

export const OpenedLiveness = z.object({
  expires_at: Time,
  /** Where a real check goes on; null: on our own page. */
  link: z.url().nullable(),
})
export type OpenedLiveness = z.infer<typeof OpenedLiveness>

export const FinishLivenessRequest = z.strictObject({
  phone_secret: PhoneSecret,
  /** To decline is open to every phone that has the link; the others to the sandbox alone. */
  outcome: z.enum(['pass', 'fail', 'decline']),
  /** The picture that the phone took, a data URL of a JPEG. */
  portrait: z
    .string()
    .max(8_000_000)
    .regex(/^data:image\/jpeg;base64,/)
    .nullish(),
})
export type FinishLivenessRequest = z.infer<typeof FinishLivenessRequest>

/** Where the phone's browser goes back to. */
export const FinishedLiveness = z.object({ redirect_url: z.url() })
export type FinishedLiveness = z.infer<typeof FinishedLiveness>

export const LivenessParams = z.object({ token: z.string() })
export const LivenessReturnQuery = z.looseObject({ resultCode: z.string().max(32).default('') })

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
