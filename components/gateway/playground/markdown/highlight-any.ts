import { common, createLowlight } from 'lowlight'
import type { ReactNode } from 'react'
import { drawNodes } from '@/components/ui/highlight'

const lowlight = createLowlight(common)
/** Highlighting longer code would block the page for too long. */
const maxLength = 60_000

/** Code in any of the common languages as colored spans; plain if the language is unknown. */
export function highlightAny(code: string, language: string): ReactNode {
  if (!lowlight.registered(language) || code.length > maxLength) return code
  return drawNodes(lowlight.highlight(language, code))
}
