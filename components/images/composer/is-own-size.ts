import { ImageSize } from '@/lib/images/schema'

/** Whether it is a size that may be typed instead of choosing one. */
export function isOwnSize(text: string): boolean {
  return text !== 'auto' && ImageSize.safeParse(text).success
}
