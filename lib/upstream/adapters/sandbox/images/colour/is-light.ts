import { oklchOf } from './oklch'

/** Whether dark type reads better on it than light type. */
export function isLight(hex: string): boolean {
  return oklchOf(hex).lightness > 0.66
}
