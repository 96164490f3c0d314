import type { Suite } from '../../suite'
import { suiteVersions } from '../../suite-versions'
import { arithmetic } from './arithmetic'
import { counting } from './counting'
import { logic } from './logic'

export const reasoningSuite: Suite = {
  id: 'reasoning',
  version: suiteVersions.reasoning,
  description: 'Sums in words, counting, time and logic puzzles with one right answer each.',
  maxTokens: 4096,
  items: [...arithmetic, ...counting, ...logic],
}
