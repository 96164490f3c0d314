import { logger } from '@/lib/platform/logger'
import type { Face } from './face'
import { listSystemFonts } from './list-system-fonts'
import { openFaces } from './open-faces'

/** By letter: the machine is searched once for each, as its fonts are many and large. */
const known = new Map<string, Face | null>()

/** Fonts of this machine that have the letters between them, as far as it has any that do. */
export async function findFaces(letters: readonly string[]): Promise<Face[]> {
  const unknown = new Set(letters.filter((letter) => !known.has(letter)))
  if (unknown.size > 0) await search(unknown)
  const faces = letters.flatMap((letter) => known.get(letter) ?? [])
  return [...new Set(faces)]
}

async function search(letters: Set<string>): Promise<void> {
  for (const path of await listSystemFonts()) {
    if (letters.size === 0) break
    for (const face of await readable(path)) {
      for (const letter of letters) {
        if (!face.has(letter.codePointAt(0) ?? 0)) continue
        known.set(letter, face)
        letters.delete(letter)
      }
    }
  }
  for (const letter of letters) known.set(letter, null)
}

async function readable(path: string): Promise<Face[]> {
  try {
    return await openFaces(path)
  } catch (error) {
    logger.debug({ path, err: String(error) }, 'a font of this machine could not be read')
    return []
  }
}
