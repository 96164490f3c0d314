import { type ImageDraft, usualSettings } from '../draft'
import { isOwnSize } from './is-own-size'

type SizeChoice = Pick<ImageDraft, 'size' | 'typedSize'>

/** What is chosen once this stands in the box for a custom size. `isListed`: what was chosen before stands above the box. */
export function typeSize(text: string, { size, isListed }: { size: string; isListed: boolean }): SizeChoice {
  if (isOwnSize(text)) return { size: text, typedSize: text }
  if (text === '' && !isListed) return { size: usualSettings.size, typedSize: '' }
  return { size, typedSize: text }
}
