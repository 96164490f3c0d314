import type { ModelReply } from '@/lib/catalog/schema'
import { paths } from '@/lib/client/paths'

/** Where a model is tried out in the console; models that nothing can be tried of lead to how they are called. */
export function tryItPath({ id, modality }: Pick<ModelReply, 'id' | 'modality'>): string {
  if (modality === 'image') return paths.imagesWith(id)
  if (modality === 'video') return paths.videosWith(id)
  if (modality === 'embedding') return `${paths.model(id)}#call`
  return paths.playgroundWith(id)
}
