import { z } from 'zod'
import { characters, visible } from '@/lib/platform/fields'

/**
 * Portraits: virtual or real people for a customer's videos. A *group* is one person, an *asset* one image, video or audio
 * file of that person; `asset://<id>` uses an active asset in a video. Groups of real people are created only by a liveness
 * check. The wire format is Volcengine's action protocol, in PascalCase.
 */
export const PORTRAIT_VERSION = '2024-01-01'
export const MAX_BODY_BYTES = 1_048_576

const text = (most: number) =>
  z
    .string()
    .refine((value) => !value.includes('\0'), 'must not contain NUL characters')
    .check(characters({ most }))
/** Empty text counts as missing. */
const required = (most: number) =>
  text(most).refine((value) => z.string().check(visible).safeParse(value).success, 'is required')

const Name = required(64)
/** Empty text counts as missing. */
export const ProjectName = text(64)
  .nullish()
  .transform((value) => (value?.trim() ? value : undefined))
const project = ProjectName.transform((value) => value ?? 'default')
/** Text that has not the form of an id becomes empty, which matches nothing. */
export const toPortraitId = (value: string) => (/^[\w-]{1,128}$/.test(value) ? value : '')
const id = z
  .string()
  .refine((value) => value.trim() !== '', 'is required')
  .transform(toPortraitId)
/** The value of a field that is null or missing. */
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

/** An empty list filters nothing, like a missing one. */
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
  /** Filters the list. */
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
  /** A new signed link at every read; empty until we have a copy. */
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

/** The members of `Result` are repeated beside it: clients read either. */
export const PortraitReply = z.looseObject({ ResponseMetadata, Result: z.looseObject({}).optional() })
export type PortraitReply = z.infer<typeof PortraitReply>

/** A liveness check as the page on the phone shows it. */
export const LivenessPage = z.object({
  state: z.enum(['waiting', 'opened', 'passed', 'failed', 'expired']),
  /** Test mode: no real check is made. */
  is_sandbox: z.boolean(),
  /** The account that requested the check; null if it was deleted. */
  asked_by: z.object({ name: z.string(), email: z.string() }).nullable(),
  expires_at: Time,
  seconds_left: z.int(),
})
export type LivenessPage = z.infer<typeof LivenessPage>

/** Chosen by the phone before its first request, so that it can repeat a request whose answer was lost. */
const PhoneSecret = z.string().min(32, 'must have at least 32 characters').max(128)
export const OpenLivenessRequest = z.strictObject({ phone_secret: PhoneSecret })
export type OpenLivenessRequest = z.infer<typeof OpenLivenessRequest>

export const OpenedLiveness = z.object({
  expires_at: Time,
  /** The provider's page of a real check; null: our page. */
  link: z.url().nullable(),
})
export type OpenedLiveness = z.infer<typeof OpenedLiveness>

export const FinishLivenessRequest = z.strictObject({
  phone_secret: PhoneSecret,
  /** Any phone with the link may decline; `pass` and `fail` exist only in the sandbox. */
  outcome: z.enum(['pass', 'fail', 'decline']),
  /** The photo taken by the phone: a JPEG as a data URL. */
  portrait: z
    .string()
    .max(8_000_000)
    .regex(/^data:image\/jpeg;base64,/)
    .nullish(),
})
export type FinishLivenessRequest = z.infer<typeof FinishLivenessRequest>

/** Where the phone's browser continues. */
export const FinishedLiveness = z.object({ redirect_url: z.url() })
export type FinishedLiveness = z.infer<typeof FinishedLiveness>

export const LivenessParams = z.object({ token: z.string() })
export const LivenessReturnQuery = z.looseObject({ resultCode: z.string().max(32).default('') })

/** The actions of the protocol: the action is in the query, its fields are in the body. */
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

/** The body of any action. */
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
