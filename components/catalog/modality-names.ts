import type { Modality } from '@/lib/catalog/schema'

export const modalityNames: Record<Modality, string> = {
  chat: 'Chat',
  image: 'Image',
  video: 'Video',
  embedding: 'Embedding',
}

/** Kinds in the order in which pages list them. */
export const modalities: readonly Modality[] = ['chat', 'image', 'video', 'embedding']
