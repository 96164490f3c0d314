/**
 * What the playground keeps on the server. Conversations are stored in the browser only: a link shows a snapshot of one, until it
 * expires or is revoked. Presets are shared in the organization.
 */
import { z } from 'zod'
import { ChatRequest } from '@/lib/gateway/chat/schema'
import { givenName, leftOpen, listReply, Printable, visible } from '@/lib/platform/fields'

const MOST_HOURS = 720
const text = z.string().max(200_000)

const SharedTurn = z.strictObject({
  prompt: text,
  /** How many images were sent with it; they are not shared. */
  images: z.int().min(0).max(100),
  /** Side by side. */
  answers: z
    .array(
      z.strictObject({
        /** Its name. */
        model: z.string().max(256),
        text,
        status: z.enum(['done', 'stopped', 'failed']),
      }),
    )
    .max(4),
})

const Snapshot = z.strictObject({
  title: givenName(120),
  /** The system prompt, if it is shared. */
  system: leftOpen(text, ''),
  turns: z.array(SharedTurn).min(1).max(200),
})
export type Snapshot = z.input<typeof Snapshot>

/** What is kept besides the title. */
export const SharedTurns = Snapshot.omit({ title: true })

export const ShareConversationRequest = Snapshot.extend({
  /** How long the link is open. */
  hours: z.int().min(1).max(MOST_HOURS),
})
export type ShareConversationRequest = z.output<typeof ShareConversationRequest>

export const SharedConversation = z.object({
  id: z.string(),
  object: z.literal('shared_conversation'),
  title: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})
export type SharedConversation = z.infer<typeof SharedConversation>

/** The link is returned only once: we store a digest. */
export const CreatedConversation = SharedConversation.extend({ url: z.url() })
export type CreatedConversation = z.infer<typeof CreatedConversation>

/** Open links, newest first. */
export const SharedConversationList = listReply(SharedConversation)
export type SharedConversationList = z.infer<typeof SharedConversationList>

export const PlaygroundParams = z.object({ id: z.string() })

export const RevokedConversation = z.object({
  id: z.string(),
  object: z.literal('shared_conversation'),
  deleted: z.literal(true),
})

const { temperature, top_p, max_tokens, frequency_penalty, presence_penalty, stop, seed } = ChatRequest.shape
const { response_format, tools, tool_choice, web_search } = ChatRequest.shape
const sampling = { temperature, top_p, max_tokens, frequency_penalty, presence_penalty, stop, seed }

/** Of a chat completion. */
const PresetParameters = z.strictObject({ ...sampling, response_format, tools, tool_choice, web_search })

export const CreatePresetRequest = z.strictObject({
  name: givenName(100).check(visible),
  model: Printable.min(1).max(256),
  system: leftOpen(text, ''),
  parameters: leftOpen(PresetParameters, {}),
})
export type CreatePresetRequest = z.output<typeof CreatePresetRequest>

export const RenamePresetRequest = z.strictObject({ name: CreatePresetRequest.shape.name })
export type RenamePresetRequest = z.output<typeof RenamePresetRequest>

export const PresetContent = z.object({ system: z.string(), parameters: PresetParameters })

export const Preset = PresetContent.extend({
  id: z.string(),
  object: z.literal('preset'),
  name: z.string(),
  model: z.string(),
  /** Whether the caller may rename and delete it: who created it, owners and admins. */
  can_delete: z.boolean(),
  created_at: z.iso.datetime(),
})
export type Preset = z.infer<typeof Preset>

/** Newest first. */
export const PresetList = listReply(Preset)
export type PresetList = z.infer<typeof PresetList>

export const DeletedPreset = z.object({
  id: z.string(),
  object: z.literal('preset'),
  deleted: z.literal(true),
})
