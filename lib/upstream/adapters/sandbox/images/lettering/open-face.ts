import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, type Font } from 'fontkit'

const files = {
  black: 'geist-sans/Geist-Black.ttf',
  light: 'geist-sans/Geist-Light.ttf',
  text: 'geist-sans/Geist-Medium.ttf',
  mono: 'geist-mono/GeistMono-Medium.ttf',
} as const

export type Face = keyof typeof files

const opened = new Map<Face, Font>()

/** Geist, from its package: pictures must look alike on machines without any font. */
export function openFace(face: Face): Font {
  const known = opened.get(face)
  if (known !== undefined) return known
  const path = join(process.cwd(), 'node_modules', 'geist', 'dist', 'fonts', files[face])
  const font = create(readFileSync(path))
  opened.set(face, font)
  return font
}
