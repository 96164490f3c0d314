/** A project groups an organization's API keys under limits that hold for all of them together. */
import { z } from 'zod'
import { isTimeZone } from '@/lib/client/format/time'
import { spendFields, spendLimitChange } from '@/lib/money/ledger/schema'
import {
  CallLimitsChange,
  callLimitFields,
  deletedReply,
  givenName,
  leftOpen,
  listReply,
  Printable,
  queryNumber,
  sentBack,
  visible,
} from '@/lib/platform/fields'

const name = givenName(100)
const timezone = Printable.max(64).refine(isTimeZone, 'must be an IANA time zone such as Europe/Berlin')

const settings = {
  ...spendLimitChange,
  /** In which days, weeks from Monday and months of the spending limit begin. */
  timezone: leftOpen(timezone, 'UTC').optional(),
  /** A key's own list narrows it further. */
  allowed_models: z.array(Printable.min(1).max(200)).max(500).nullable().optional(),
  rate_limit_rpm: z.int().min(1).max(1_000_000).nullable().optional(),
  ...CallLimitsChange.shape,
}

export const CreateProjectRequest = z.strictObject({ name: name.check(visible), ...settings })
export type CreateProjectRequest = z.infer<typeof CreateProjectRequest>

export const Project = z.object({
  id: z.string(),
  object: z.literal('project'),
  name: z.string(),
  ...spendFields,
  timezone: z.string(),
  /** Null: every model. */
  allowed_models: z.array(z.string()).nullable(),
  rate_limit_rpm: z.int().nullable(),
  ...callLimitFields,
  /** Keys that are not revoked. */
  key_count: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type Project = z.infer<typeof Project>

export const UpdateProjectRequest = sentBack(
  z.strictObject({ name: leftOpen(name).optional(), ...settings }),
  Project,
)
export type UpdateProjectRequest = z.infer<typeof UpdateProjectRequest>

/** Without `limit`, one page with all projects. */
export const ProjectListQuery = z.object({
  limit: queryNumber(1, 100).optional(),
  cursor: z.string().default(''),
})
export type ProjectListQuery = z.infer<typeof ProjectListQuery>

export const ProjectList = listReply(Project)
export type ProjectList = z.infer<typeof ProjectList>

export const ProjectParams = z.object({ id: z.string() })

export const DeletedProject = deletedReply('project')
export type DeletedProject = z.infer<typeof DeletedProject>
