import type { z } from 'zod'
import { shapesOf } from '@/lib/client/api-client'
import { listOf, mutationOf } from '@/lib/client/api-queries'
import { apiPaths } from '@/lib/client/paths'
import type { CreatePresetRequest, ShareConversationRequest } from './schema'

const shape = shapesOf<typeof import('./schema')>()
const links = { stale: ['shared-conversations'] }
const presets = { stale: ['presets'] }

export const sharedConversationsQuery = () =>
  listOf(links.stale, apiPaths.sharedConversations, shape('SharedConversationList'))

export const shareConversationMutation = () =>
  mutationOf(
    shape('CreatedConversation'),
    (body: z.input<typeof ShareConversationRequest>) => ['POST', apiPaths.sharedConversations, body],
    links,
  )

export const revokeConversationMutation = () =>
  mutationOf(shape('RevokedConversation'), (id: string) => ['DELETE', apiPaths.sharedConversation(id)], links)

export const presetsQuery = () => listOf(presets.stale, apiPaths.presets, shape('PresetList'))

export const createPresetMutation = () =>
  mutationOf(
    shape('Preset'),
    (body: z.input<typeof CreatePresetRequest>) => ['POST', apiPaths.presets, body],
    presets,
  )

type Renaming = { id: string; name: string }

export const renamePresetMutation = () =>
  mutationOf(shape('Preset'), ({ id, name }: Renaming) => ['PATCH', apiPaths.preset(id), { name }], presets)

export const deletePresetMutation = () =>
  mutationOf(shape('DeletedPreset'), (id: string) => ['DELETE', apiPaths.preset(id)], presets)
