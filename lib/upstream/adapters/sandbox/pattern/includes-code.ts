import type { CharsNode } from './pattern-node'

/** Whether one character is among those that a node stands for. */
export function includesCode({ isNegated, ranges }: CharsNode, code: number): boolean {
  return ranges.some(([first, last]) => code >= first && code <= last) !== isNegated
}
