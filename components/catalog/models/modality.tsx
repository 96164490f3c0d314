import {
  ArrowDownWideNarrow,
  AudioLines,
  Binary,
  Captions,
  Clapperboard,
  Image as ImageIcon,
  type LucideIcon,
  MessageSquareText,
  ShieldAlert,
} from 'lucide-react'
import type { Modality, ModelReply } from '@/lib/catalog/models/schema'
import { paths } from '@/lib/client/paths'
import type { Kind } from '@/lib/money/usage/schema'

export const modalityNames: Record<Modality, string> = {
  chat: 'Chat',
  image: 'Image',
  video: 'Video',
  speech: 'Speech',
  transcription: 'Transcription',
  embedding: 'Embedding',
  moderation: 'Moderation',
  rerank: 'Reranking',
}

/** Names of what figures can be filtered by. */
export const kindNames: Record<Kind, string> = { ...modalityNames, audio: 'Audio' }

/** Modalities in the order in which pages list them. */
export const modalities: readonly Modality[] = [
  'chat',
  'image',
  'video',
  'speech',
  'transcription',
  'embedding',
  'moderation',
  'rerank',
]

const icons: Record<Modality, LucideIcon> = {
  chat: MessageSquareText,
  image: ImageIcon,
  video: Clapperboard,
  speech: AudioLines,
  transcription: Captions,
  embedding: Binary,
  moderation: ShieldAlert,
  rerank: ArrowDownWideNarrow,
}

/** A model's modality with its icon. */
export function ModalityBadge({ modality }: { modality: Modality }) {
  const Icon = icons[modality]
  return (
    <span className="inline-flex shrink-0 items-center self-center gap-1 text-xs text-faint-foreground">
      <Icon className="size-3.5" aria-hidden="true" />
      {modalityNames[modality]}
    </span>
  )
}

type TriedModel = Pick<ModelReply, 'id' | 'modality'> & Partial<Pick<ModelReply, 'capabilities'>>

/** Where a model can be tried in the console, or its code samples where it can't. */
export function tryItPath({ id, modality, capabilities: can }: TriedModel): string {
  if (can?.upscale === true || can?.remove_background === true) return paths.editsWith(id)
  if (modality === 'image') return paths.imagesWith(id)
  if (modality === 'video') return paths.videosWith(id)
  if (modality === 'speech' || modality === 'transcription') return paths.audioWith(id)
  if (modality === 'chat') return paths.playgroundWith(id)
  return `${paths.model(id)}#call`
}
